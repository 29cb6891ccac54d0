import { type Parts, SendFailed } from '@tuma/one-process/services'
import type { Chance } from '../chance.ts'
import { machine } from '../machine.ts'

type Providers = NonNullable<Parts['providers']>

/** A message that a person got, and after which start of the process. */
export type SentMessage = {
  readonly messageId: string
  readonly to: string
  readonly text: string
  readonly processNumber: number
  /** When it left the product, by the machine's clock. */
  readonly leftAt: number
}

const isPhone = (to: string): boolean => !to.includes('@')

/**
 * Reports to the product that an SMS was delivered, as Africa's Talking does. It does not repeat a report if the product is down.
 * @returns whether the product answered that it has the report
 */
export type SendReport = (fields: Readonly<Record<'id' | 'status' | 'phoneNumber', string>>) => Promise<boolean>

/**
 * Providers of SMS and mails: slow, away at times, and with a memory that outlives the process. At times an answer is lost
 * on its way, and so are reports.
 */
export const openMessageProviders = (chance: Chance, processNumber: () => number, tell: SendReport) => {
  const sentMessages: SentMessage[] = []
  let awayUntil = 0
  /** The way back from some networks is bad, so the same message may have no answer again and again. */
  const losesAnswers = (to: string): boolean => chance.apart(`network of ${to}`).is(0.1)

  let reportsUnderWay = 0
  const acceptedReports = new Set<string>()
  /** The network of the phone delivers it, which the provider reports two times in three: seldom after the wait for it. */
  const deliver = async (to: string, id: string): Promise<void> => {
    const isReported = chance.is(0.67)
    const afterMs = chance.delay(600)
    if (!isReported) return
    reportsUnderWay++
    await machine.sleep(afterMs, 'reports')
    if (await tell({ id, status: 'Success', phoneNumber: to })) acceptedReports.add(id)
    reportsUnderWay--
  }

  const carry = async (messageId: string, to: string, text: string): Promise<string> => {
    const leftAt = machine.now()
    await machine.pause(chance.delay(40), 'provider')
    if (machine.now() < awayUntil || chance.is(0.03)) throw new SendFailed('away')
    sentMessages.push({ messageId, to, text, processNumber: processNumber(), leftAt })
    machine.note(`carried ${messageId}`)
    const id = `given-${sentMessages.length}`
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
    sentMessages: sentMessages as readonly SentMessage[],
    hasReportsUnderWay: (): boolean => reportsUnderWay > 0,
    /** The provider's ids of SMS whose report the product has accepted. */
    acceptedReports: acceptedReports as ReadonlySet<string>,
    providerGoesAway(ms: number): void {
      awayUntil = machine.now() + ms
    },
  }
}
