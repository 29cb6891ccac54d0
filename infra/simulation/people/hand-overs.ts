import type { Parcel } from '../ledger.ts'
import { machine } from '../machine.ts'
import { admin, type Means, shops, toAgent } from './town.ts'

/**
 * Guesses at a shop stay below the limit that stops its codes; otherwise a stopped person would repeat the call for an
 * hour.
 */
const maxGuesses = 6
const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')

/** The code in a person's SMS, and on which leg. */
const getCode = async ({ asking }: Means, { deliveryId }: Parcel) => {
  const told = await asking.persist({ actor: admin, call: ({ delivery }) => delivery.collectionCode({ deliveryId }) })
  return 'answer' in told ? told.answer : { code: null }
}

const collect = async (means: Means, parcel: Parcel, at: number, code: string, also: readonly string[] = []) => {
  const { deliveryId } = parcel
  const asked = (taken?: { readonly how: 'cash' }) =>
    means.asking.persist({
      actor: toAgent(at),
      call: ({ delivery }, command) =>
        delivery.collect({ asked: command, deliveryId, code, also: [...also], revision: null, taken }),
    })
  const heard = await asked()
  return 'refused' in heard && heard.refused === 'money_unsaid' ? asked({ how: 'cash' }) : heard
}

const someParcel = ({ ledger, chance }: Means): Parcel | null =>
  ledger.parcels.length === 0 ? null : chance.among(ledger.parcels.slice(-12))

/** A wrong code: this command must not open the parcel. */
const collectWrongly = async (means: Means, parcel: Parcel, at: number, code: string) => {
  const heard = await collect(means, parcel, at, code)
  means.ledger.guessed.add(heard.commandId)
}

/** The person with the code comes for the parcel, at times twice at once, and with their other parcels there. */
export const fetch = (means: Means): Promise<void> => fetchThe(means, someParcel(means))

const fetchThe = async (means: Means, parcel: Parcel | null): Promise<void> => {
  const { ledger, chance } = means
  if (!parcel) return
  const { code, ...told } = await getCode(means, parcel)
  if (code === null) return
  const isBack = 'leg' in told && told.leg === 'back'
  const also = chance.is(0.2) ? ledger.parcels.slice(-3).map(({ deliveryId }) => deliveryId) : []
  const heard = await collect(means, parcel, isBack ? parcel.from : parcel.to, code, also)
  if ('answer' in heard && !isBack) ledger.reached.push({ deliveryId: parcel.deliveryId, status: 'collected' })
}

/** A person tries codes until the parcel is locked, and then the right one. */
export const guess = async (means: Means): Promise<void> => {
  const { ledger } = means
  const parcel = await oneWithCode(means)
  if (!parcel || ledger.guesses.has(parcel.to)) return
  const { code, ...told } = await getCode(means, parcel)
  if (code === null || ('leg' in told && told.leg === 'back')) return
  ledger.guesses.set(parcel.to, maxGuesses)
  for (let tries = 0; tries < 5; tries++) await collectWrongly(means, parcel, parcel.to, other(code))
  await collect(means, parcel, parcel.to, code)
}

/** A parcel that waits to be collected, if one of a few tries finds it. */
const oneWithCode = async (means: Means): Promise<Parcel | null> => {
  for (let looks = 0; looks < 3; looks++) {
    const parcel = someParcel(means)
    if (parcel && (await getCode(means, parcel)).code !== null) return parcel
  }
  return null
}

const canGuess = ({ ledger }: Means, shop: number): boolean => {
  const guesses = (ledger.guesses.get(shop) ?? 0) + 1
  ledger.guesses.set(shop, guesses)
  return guesses <= maxGuesses
}

export const askForCode = async (means: Means): Promise<void> => {
  const parcel = someParcel(means)
  if (!parcel) return
  const { deliveryId } = parcel
  // Once for each parcel: a repeated request is refused for a while, and would be sent again until then.
  if (means.ledger.renewed.has(deliveryId)) return
  means.ledger.renewed.add(deliveryId)
  await means.asking.persist({
    actor: admin,
    call: ({ delivery }, asked) => delivery.issueCode({ asked, deliveryId, by: 'party' }),
  })
}

/** An agent puts a parcel on hold with a note, and a while later it is released. */
export const hold = async (means: Means): Promise<void> => {
  const { asking, chance } = means
  const parcel = someParcel(means)
  if (!parcel) return
  const { deliveryId } = parcel
  const actor = toAgent(chance.is(0.5) ? parcel.from : parcel.to)
  const held = await asking.persist({
    actor,
    call: ({ delivery }, asked) =>
      delivery.putOnHold({ asked, deliveryId, code: 'damaged', note: 'The box is open.', toSender: '' }),
  })
  if (!('answer' in held)) return
  await machine.sleep(chance.delay(40))
  await fetchThe(means, parcel)
  await asking.persist({
    actor: chance.is(0.5) ? actor : admin,
    call: ({ delivery }, asked) => delivery.liftHold({ asked, deliveryId, code: 'damaged' }),
  })
}

/** An admin sends a parcel back. The shops take it there, and the receiver may still come for it. */
export const turnRound = async (means: Means): Promise<void> => {
  const { asking, chance } = means
  const parcel = (await oneWithCode(means)) ?? someParcel(means)
  if (!parcel) return
  const { deliveryId, from, to } = parcel
  const former = await getCode(means, parcel)
  const turned = await asking.persist({
    actor: admin,
    call: ({ delivery }, asked) => delivery.sendBack({ asked, deliveryId }),
  })
  if (!('answer' in turned)) return
  for (const [shop, status] of [
    [to, 'inTransit'],
    [from, 'delivered'],
  ] as const) {
    await machine.sleep(chance.delay(20))
    const actor = toAgent(chance.is(0.95) ? shop : chance.below(shops.length))
    await asking.persist({
      actor,
      call: ({ delivery }, asked) => delivery.move({ asked, deliveryId, to: status, revision: null }),
    })
  }
  await machine.sleep(chance.delay(20))
  if (former.code !== null && !('leg' in former && former.leg) && canGuess(means, from))
    await collectWrongly(means, parcel, from, former.code)
  await fetchThe(means, parcel)
}

/** A parcel is lost, and found a while later. */
export const lose = async (means: Means): Promise<void> => {
  const { asking, chance } = means
  const parcel = someParcel(means)
  if (!parcel) return
  const { deliveryId } = parcel
  for (const lost of [true, false]) {
    await asking.persist({
      actor: admin,
      call: ({ delivery }, asked) => delivery.reportLost({ asked, deliveryId, lost }),
    })
    await machine.sleep(chance.delay(60))
  }
}
