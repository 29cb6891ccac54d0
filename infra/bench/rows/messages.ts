import { setTimeout as pause } from 'node:timers/promises'
import { openLedger } from '@tuma/chaos/ledger'
import { moveParcel, paySendDukani, writeTillMessage } from '@tuma/chaos/parcel-tasks'
import { type Installation, openInstallation } from '../installation.ts'
import { ms } from '../measuring/figures.ts'
import { atOnce, upTo } from '../measuring/http-client.ts'
import type { Figures } from '../results.ts'
import { done } from './steps.ts'

const parcels = 240
const answersAfterMs = 100
/** The SMS to a receiver of a parcel from shop to shop, in the order of events. */
const told = ['is sending you a parcel', 'is on its way to you', 'is waiting for you', 'has been collected']
/** One for the request and one for the hand-over. */
const toSender = 2
const all = parcels * (toSender + told.length)

/** Sends parcels and brings them to their receivers. @returns the receivers' phones */
export const lived = async ({ network }: Installation): Promise<string[]> => {
  const context = { network, ledger: openLedger(), payByHand: writeTillMessage }
  await atOnce(16, upTo(parcels), async (number) => {
    for (let next = await done(paySendDukani(context, number)); next; ) next = await done(next)
  })
  await atOnce(16, context.ledger.parcels(), async (parcel) => {
    while (parcel.status !== 'collected') {
      const step = moveParcel(context, parcel)
      if (step) await done(step)
    }
  })
  return context.ledger.parcels().map(({ phones }) => phones.receiver)
}

/** From the first tenth to the last, without the start and the last few. */
const ratePerSecond = async (sentSoFar: () => number): Promise<number> => {
  const untilSent = async (count: number): Promise<number> => {
    while (sentSoFar() < count) await pause(10)
    return performance.now()
  }
  const began = await untilSent(all / 10)
  const from = sentSoFar()
  const ended = await untilSent(all * 0.9)
  const to = sentSoFar()
  await untilSent(all)
  return ((to - from) * 1000) / (ended - began)
}

/** Row 11: the next start sends the messages that wait, through a slow provider, each person's in order. */
export const messagesOut = async (): Promise<Figures> => {
  const installation = await openInstallation({ answersAfterMs, withoutProvider: true })
  try {
    const receivers = await lived(installation)
    await installation.restart()
    const perSecond = await ratePerSecond(() => installation.sms.taken().length)
    const texts = Map.groupBy(installation.sms.taken(), ({ to }) => to)
    const inOrder = (phone: string): boolean => {
      const heard = texts.get(phone) ?? []
      return heard.length === told.length && heard.every(({ text }, n) => text.includes(told[n] ?? '?'))
    }
    const outOfOrder = receivers.filter((phone) => !inOrder(phone)).length
    const order = outOfOrder === 0 ? 'kept' : `not kept for ${outOfOrder} of ${receivers.length}`
    return { 11: { shown: `${ms(perSecond)}/s; ${order}`, figures: { perSecond, outOfOrder, all } } }
  } finally {
    await installation.close()
  }
}
