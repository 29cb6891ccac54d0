import { expect, test, vi } from 'vitest'
import { openTelling } from './telling.ts'

/** A question whether changes may be sent, which the test answers. */
const openAsked = () => {
  const questions: PromiseWithResolvers<boolean>[] = []
  const mayTell = () => {
    const question = Promise.withResolvers<boolean>()
    questions.push(question)
    return question.promise
  }
  const answer = async (number: number, may: boolean) => {
    await vi.waitUntil(() => questions.length > number)
    questions[number]?.resolve(may)
  }
  return { mayTell, answer, count: () => questions.length }
}

test('changes that come during a question wait for the next answer, and are sent in order', async () => {
  const { mayTell, answer, count } = openAsked()
  const told: number[] = []
  const tell = openTelling(mayTell, (change: number) => told.push(change), 500)
  for (let change = 1; change <= 100; change += 1) tell(change)
  await answer(0, true)
  await answer(1, true)
  await vi.waitUntil(() => told.length === 100)
  expect(told).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  expect(count()).toBe(2)
})

test('a change that may not be sent is dropped, and the next change asks again', async () => {
  const { mayTell, answer } = openAsked()
  const told: number[] = []
  const tell = openTelling(mayTell, (change: number) => told.push(change), 500)
  tell(1)
  await answer(0, false)
  await vi.waitFor(() => {
    tell(2)
    expect(told).toEqual([])
  })
  await answer(1, true)
  await vi.waitUntil(() => told.length > 0)
  expect(told).toEqual([2])
})

test('of a thousand waiting changes the newest 500 are sent, so memory does not grow while no answer comes', async () => {
  const { mayTell, answer } = openAsked()
  const told: number[] = []
  const tell = openTelling(mayTell, (change: number) => told.push(change), 500)
  tell(0)
  for (let change = 1; change <= 1000; change += 1) tell(change)
  await answer(0, true)
  await answer(1, true)
  await vi.waitUntil(() => told.length > 1)
  expect(told).toEqual([0, ...Array.from({ length: 500 }, (_, index) => index + 501)])
})
