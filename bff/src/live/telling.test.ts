import { expect, test, vi } from 'vitest'
import { openTelling } from './telling.ts'

/** Is asked whether changes may be told, and answers when the test says so. */
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

test('changes that come while it is asked wait for the next answer, and are told in their order', async () => {
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

test('what may not be told is not told, and the next change is asked for again', async () => {
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

test('of a thousand changes that wait the newest 500 are told: nothing grows while no answer comes', async () => {
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
