import { START } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { openLooking } from './eventstoredb-looked.ts'

const at = (commit: number, prepare = commit) => ({ commit: BigInt(commit), prepare: BigInt(prepare) })
const ignore = () => {}

describe('how far a log has been looked through', () => {
  test('is what a subscription was told last: its newest event, and the checkpoint behind it', () => {
    const looking = openLooking()
    const following = looking.follow(null, ignore)
    following.event(100)
    following.checkpoint(at(5000))
    expect(looking.looked()).toEqual({ newest: 100, from: at(5000), through: 5000 })
    following.event(6000)
    expect(looking.looked()).toEqual({ newest: 6000, from: at(6000), through: 6000 })
    following.ended()
  })
  test('leaves out an event that may come to stand where a checkpoint lies', () => {
    const looking = openLooking()
    const following = looking.follow(null, ignore)
    following.checkpoint(at(5000, 0))
    expect(looking.looked()).toEqual({ newest: null, from: at(5000, 0), through: 4999 })
    following.ended()
  })
  test('is nothing new where a subscription is behind', () => {
    const looking = openLooking()
    looking.learn({ newest: 900, from: at(1000), through: 1000 })
    const following = looking.follow(100, ignore)
    following.event(300)
    following.checkpoint(at(800))
    expect(looking.looked()).toEqual({ newest: 900, from: at(1000), through: 1000 })
    following.ended()
  })
})

describe('a subscription', () => {
  test('begins where another one has looked to, when nothing of ours stands in between', () => {
    const looking = openLooking()
    const first = looking.follow(null, ignore)
    first.event(100)
    first.checkpoint(at(5000))
    first.ended()
    expect(looking.follow(100, ignore).from).toEqual(at(5000))
    expect(looking.follow(99, ignore).from).toEqual(at(99))
    expect(looking.follow(null, ignore).from).toBe(START)
    expect(looking.follow(6000, ignore).from).toEqual(at(6000))
  })
  test('never begins where only a search has looked to: that may have been another server', () => {
    const looking = openLooking()
    looking.learn({ newest: 100, from: at(5000), through: 5000 })
    expect(looking.follow(100, ignore).from).toEqual(at(100))
  })
  test('is waited for while it searches on ahead of all, not while it stands still, nor once it has caught up', () => {
    const looking = openLooking()
    const following = looking.follow(null, ignore)
    expect(looking.isSearching()).toBe(true)
    following.standsStill(true)
    expect(looking.isSearching()).toBe(false)
    following.standsStill(false)
    looking.learn({ newest: 100, from: at(5000), through: 5000 })
    expect(looking.isSearching()).toBe(false)
    following.checkpoint(at(6000))
    expect(looking.isSearching()).toBe(true)
    following.caughtUp()
    expect(looking.isSearching()).toBe(false)
  })
})
