import type { Parts } from '@tuma/one-process/services'
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

/** Carriers of SMS and mails: slow, away at times, and with a memory that outlives the process. */
export const openCarriers = (chance: Chance, life: () => number) => {
  const carried: Carried[] = []
  let awayUntil = 0

  const carry = async (messageId: string, to: string, text: string): Promise<string> => {
    const leftAt = machine.now()
    await machine.pause(chance.delay(40), 'provider')
    if (machine.now() < awayUntil || chance.is(0.03)) throw new Error('the provider is away')
    carried.push({ messageId, to, text, life: life(), leftAt })
    machine.note(`carried ${messageId}`)
    await machine.pause(chance.delay(20), 'provider answers')
    return `given-${carried.length}`
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
    goAway(ms: number): void {
      awayUntil = machine.now() + ms
    },
  }
}
