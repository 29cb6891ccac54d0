import { setTimeout as pause } from 'node:timers/promises'
import type { Mpesa } from '@tuma/mpesa'
import type { S3Objects } from '@tuma/one-process/s3-double'
import { copyLedger } from '../ledger.ts'
import type { TaskContext } from '../people/task-context.ts'
import type { RoundContext } from '../round.ts'

/** What people and M-Pesa knew at a moment at which nothing was under way. */
export type Moment = {
  readonly name: string
  /** By the product's clock, in milliseconds since 1970. */
  readonly at: number
  readonly context: TaskContext
}
/** `objects`: the place as soon as the product said that it had everything up to the moment. */
export type ShippedMoment = Moment & { readonly objects: S3Objects }

/** M-Pesa as it is now: what moves later does not change it. */
const copyMpesa = (mpesa: Mpesa): Mpesa => {
  const [movements, pushes, file] = [[...mpesa.ledger.movements()], [...mpesa.pushes()], mpesa.statement()]
  return {
    ...mpesa,
    ledger: { ...mpesa.ledger, movements: () => movements },
    pushes: () => pushes,
    statement: () => file,
  }
}

/**
 * People end what they have begun, and begin nothing new until the moment is noted. So all that was acknowledged before
 * it must be in a restore, and nothing else.
 * @param now the product's clock, in milliseconds since 1970
 */
export const takeMoment = async (context: RoundContext, name: string, now: () => number): Promise<Moment> => {
  const { load, ledger, mpesa } = context
  const goOn = await load.rest()
  try {
    await mpesa.callbackSender.idle()
    return { name, at: now(), context: { ...context, ledger: copyLedger(ledger), mpesa: copyMpesa(mpesa) } }
  } finally {
    // The next commit is later than the moment.
    await pause(5)
    goOn()
  }
}
