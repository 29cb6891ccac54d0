import { type Parts, SendFailed } from '@tuma/one-process/services'
import type { Chance } from '../chance.ts'
import { machine } from '../machine.ts'

type Providers = NonNullable<Parts['providers']>

/** A message that a person got, and in which life of the process. */
export type Carried = {
  readonly messageId: string
  readonly to: string
  readonly text: string
  readonly life: number
  /** When it left the product, by the machine's clock. */
  readonly leftAt: number
}

const isPhone = (to: string): boolean => !to.includes('@')

/** Tells the product of an SMS that was carried, as Africa's Talking does. It is not told again if the product is down. */
export type Tell = (fields: Readonly<Record<'id' | 'status' | 'phoneNumber', string>>) => Promise<void>

/**
 * Carriers of SMS and mails: slow, away at times, and with a memory that outlives the process. At times an answer is lost
 * on its way, and so are reports.
 */
export const openCarriers = (chance: Chance, life: () => number, tell: Tell) => {
  const carried: Carried[] = []
  let awayUntil = 0
  /** The way back from some networks is bad, so the same message may have no answer again and again. */
  const losesAnswers = (to: string): boolean => chance.apart(`network of ${to}`).is(0.1)

  let reportsUnderWay = 0
  /** The network of the phone delivers it, which the carrier reports two times in three. */
  const deliver = async (to: string, id: string): Promise<void> => {
    const isReported = chance.is(0.67)
    const afterMs = chance.delay(5000)
    if (!isReported) return
    reportsUnderWay++
    await machine.sleep(afterMs, 'reports')
    await tell({ id, status: 'Success', phoneNumber: to })
    reportsUnderWay--
  }

  const carry = async (messageId: string, to: string, text: string): Promise<string> => {
    const leftAt = machine.now()
    await machine.pause(chance.delay(40), 'provider')
    if (machine.now() < awayUntil || chance.is(0.03)) throw new SendFailed('away')
    carried.push({ messageId, to, text, life: life(), leftAt })
    machine.note(`carried ${messageId}`)
    const id = `given-${carried.length}`
    if (isPhone(to)) void deliver(to, id)
    await machine.pause(chance.delay(20), 'provider answers')
    if (chance.is(losesAnswers(to) ? 0.5 : 0.01)) throw new SendFailed('no-answer', true)
    return id
  }
  const one = (name: string): Providers['email'] => ({
    name,
    send: async ({ messageId, to, text }) => ({ providerId: await carry(messageId, to, text) }),
  })
  const providers: Providers = {
    email: one('post'),
    sms: {
      ...one('mast'),
      sendToAll: (phones, text) =>
        Promise.all(
          phones.map(async (phone, place) => ({
            providerId: await carry(`marketing ${place}`, phone, text),
            refusal: null,
          })),
        ),
    },
  }
  return {
    providers,
    carried: carried as readonly Carried[],
    hasReportsUnderWay: (): boolean => reportsUnderWay > 0,
    providerGoesAway(ms: number): void {
      awayUntil = machine.now() + ms
    },
  }
}
