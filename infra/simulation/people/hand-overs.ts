import type { Parcel } from '../ledger.ts'
import { machine } from '../machine.ts'
import { admin, type PersonContext, shops, toAgent } from './network.ts'

/**
 * Guesses at a shop stay below the limit that stops its codes; otherwise a stopped person would repeat the call for an
 * hour.
 */
const maxGuesses = 6
const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')

/** The code in a person's SMS, and on which leg. */
const getCode = async ({ caller }: PersonContext, { deliveryId }: Parcel) => {
  const told = await caller.askUntilAnswered({
    actor: admin,
    call: ({ delivery }) => delivery.collectionCode({ deliveryId }),
  })
  return 'answer' in told ? told.answer : { code: null }
}

const collect = async (
  context: PersonContext,
  parcel: Parcel,
  at: number,
  code: string,
  also: readonly string[] = [],
) => {
  const { deliveryId } = parcel
  const asked = (taken?: { readonly how: 'cash' }) =>
    context.caller.askUntilAnswered({
      actor: toAgent(at),
      call: ({ delivery }, command) =>
        delivery.collect({ asked: command, deliveryId, code, also: [...also], revision: null, taken }),
    })
  const reply = await asked()
  return 'refused' in reply && reply.refused === 'money_unsaid' ? asked({ how: 'cash' }) : reply
}

const pickParcel = ({ ledger, chance }: PersonContext): Parcel | null =>
  ledger.parcels.length === 0 ? null : chance.among(ledger.parcels.slice(-12))

/** A wrong code: this command must not open the parcel. */
const collectWrongly = async (context: PersonContext, parcel: Parcel, at: number, code: string) => {
  const reply = await collect(context, parcel, at, code)
  context.ledger.guessed.add(reply.commandId)
}

/** The person with the code comes for the parcel, at times twice at once, and with their other parcels there. */
export const collectParcel = (context: PersonContext): Promise<void> => collectThis(context, pickParcel(context))

const collectThis = async (context: PersonContext, parcel: Parcel | null): Promise<void> => {
  const { ledger, chance } = context
  if (!parcel) return
  const { code, ...told } = await getCode(context, parcel)
  if (code === null) return
  const isBack = 'leg' in told && told.leg === 'back'
  const also = chance.is(0.2) ? ledger.parcels.slice(-3).map(({ deliveryId }) => deliveryId) : []
  const reply = await collect(context, parcel, isBack ? parcel.from : parcel.to, code, also)
  if ('answer' in reply && !isBack) ledger.reached.push({ deliveryId: parcel.deliveryId, status: 'collected' })
}

/** A person tries codes until the parcel is locked, and then the right one. */
export const guessCode = async (context: PersonContext): Promise<void> => {
  const { ledger } = context
  const parcel = await findWithCode(context)
  if (!parcel || ledger.guesses.has(parcel.to)) return
  const { code, ...told } = await getCode(context, parcel)
  if (code === null || ('leg' in told && told.leg === 'back')) return
  ledger.guesses.set(parcel.to, maxGuesses)
  for (let tries = 0; tries < 5; tries++) await collectWrongly(context, parcel, parcel.to, other(code))
  await collect(context, parcel, parcel.to, code)
}

/** A parcel that waits to be collected, if one of a few tries finds it. */
const findWithCode = async (context: PersonContext): Promise<Parcel | null> => {
  for (let looks = 0; looks < 3; looks++) {
    const parcel = pickParcel(context)
    if (parcel && (await getCode(context, parcel)).code !== null) return parcel
  }
  return null
}

const canGuess = ({ ledger }: PersonContext, shop: number): boolean => {
  const guesses = (ledger.guesses.get(shop) ?? 0) + 1
  ledger.guesses.set(shop, guesses)
  return guesses <= maxGuesses
}

export const askForCode = async (context: PersonContext): Promise<void> => {
  const parcel = pickParcel(context)
  if (!parcel) return
  const { deliveryId } = parcel
  // Once for each parcel: a repeated request is refused for a while, and would be sent again until then.
  if (context.ledger.renewed.has(deliveryId)) return
  context.ledger.renewed.add(deliveryId)
  await context.caller.askUntilAnswered({
    actor: admin,
    call: ({ delivery }, asked) => delivery.issueCode({ asked, deliveryId, by: 'party' }),
  })
}

/** An agent puts a parcel on hold with a note, and a while later it is released. */
export const hold = async (context: PersonContext): Promise<void> => {
  const { caller, chance } = context
  const parcel = pickParcel(context)
  if (!parcel) return
  const { deliveryId } = parcel
  const actor = toAgent(chance.is(0.5) ? parcel.from : parcel.to)
  const held = await caller.askUntilAnswered({
    actor,
    call: ({ delivery }, asked) =>
      delivery.putOnHold({ asked, deliveryId, code: 'damaged', note: 'The box is open.', toSender: '' }),
  })
  if (!('answer' in held)) return
  await machine.sleep(chance.delay(40))
  await collectThis(context, parcel)
  await caller.askUntilAnswered({
    actor: chance.is(0.5) ? actor : admin,
    call: ({ delivery }, asked) => delivery.liftHold({ asked, deliveryId, code: 'damaged' }),
  })
}

/** An admin sends a parcel back. The shops take it there, and the receiver may still come for it. */
export const sendBack = async (context: PersonContext): Promise<void> => {
  const { caller, chance } = context
  const parcel = (await findWithCode(context)) ?? pickParcel(context)
  if (!parcel) return
  const { deliveryId, from, to } = parcel
  const former = await getCode(context, parcel)
  const turned = await caller.askUntilAnswered({
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
    await caller.askUntilAnswered({
      actor,
      call: ({ delivery }, asked) => delivery.move({ asked, deliveryId, to: status, revision: null }),
    })
  }
  await machine.sleep(chance.delay(20))
  if (former.code !== null && !('leg' in former && former.leg) && canGuess(context, from))
    await collectWrongly(context, parcel, from, former.code)
  await collectThis(context, parcel)
}

/** A parcel is lost, and found a while later. */
export const loseAndFind = async (context: PersonContext): Promise<void> => {
  const { caller, chance } = context
  const parcel = pickParcel(context)
  if (!parcel) return
  const { deliveryId } = parcel
  for (const lost of [true, false]) {
    await caller.askUntilAnswered({
      actor: admin,
      call: ({ delivery }, asked) => delivery.reportLost({ asked, deliveryId, lost }),
    })
    await machine.sleep(chance.delay(60))
  }
}
