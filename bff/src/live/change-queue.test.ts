import { expect, test, vi } from 'vitest'
import { openChangeQueue } from './change-queue.ts'

/** A question whether changes may be sent, which the test answers. */
const openAsked = () => {
  const questions: PromiseWithResolvers<boolean>[] = []
  const maySend = () => {
    const question = Promise.withResolvers<boolean>()
    questions.push(question)
    return question.promise
  }
  const answer = async (number: number, may: boolean) => {
    await vi.waitUntil(() => questions.length > number)
    questions[number]?.resolve(may)
  }
  return { maySend, answer, count: () => questions.length }
}

test('changes that come during a question wait for the next answer, and are sent in order', async () => {
  const { maySend, answer, count } = openAsked()
  const sent: number[] = []
  const push = openChangeQueue(maySend, (change: number) => sent.push(change), 500)
  for (let change = 1; change <= 100; change += 1) push(change)
  await answer(0, true)
  await answer(1, true)
  await vi.waitUntil(() => sent.length === 100)
  expect(sent).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  expect(count()).toBe(2)
})

test('a change that may not be sent is dropped, and the next change asks again', async () => {
  const { maySend, answer } = openAsked()
  const sent: number[] = []
  const push = openChangeQueue(maySend, (change: number) => sent.push(change), 500)
  push(1)
  await answer(0, false)
  await vi.waitFor(() => {
    push(2)
    expect(sent).toEqual([])
  })
  await answer(1, true)
  await vi.waitUntil(() => sent.length > 0)
  expect(sent).toEqual([2])
})

test('of a thousand waiting changes the newest 500 are sent, so memory does not grow while no answer comes', async () => {
  const { maySend, answer } = openAsked()
  const sent: number[] = []
  const push = openChangeQueue(maySend, (change: number) => sent.push(change), 500)
  push(0)
  for (let change = 1; change <= 1000; change += 1) push(change)
  await answer(0, true)
  await answer(1, true)
  await vi.waitUntil(() => sent.length > 1)
  expect(sent).toEqual([0, ...Array.from({ length: 500 }, (_, index) => index + 501)])
})
