import type { Actor, CommandContext } from '@tuma/contracts/services'
import type { Services } from '@tuma/one-process/services'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import { machine } from './machine.ts'
import type { Outcome, SimulatedProduct } from './simulated-product.ts'

type Wanted<Answer> = {
  readonly actor: Actor
  readonly call: (clients: Services['clients'], asked: CommandContext) => Promise<Answer>
  /** The part of the answer that is the same whenever it is given; without it answers are not compared. */
  readonly same?: (answer: Answer) => unknown
  /** Another request with the same key is refused. */
  readonly knowsRequest?: true
  /** The request's hash; two commands with the same one send the same form. Without it, each command has its own. */
  readonly formHash?: string
}
type Reply<Answer> =
  | { readonly commandId: string; readonly answer: Answer }
  | { readonly commandId: string; readonly refused: string }

type Once<Answer> = () => Promise<Outcome<Answer>>
/** Null as long as no answer has come. */
type Judge<Answer> = (
  outcomes: readonly Outcome<Answer>[],
) => { readonly answer: Answer } | { readonly refused: string } | null

/** The product is only busy, so the same call is repeated a little later. */
const again = new Set(['busy', 'too_many'])
const maxTries = 200
const isRefused = <Answer>(outcome: Outcome<Answer>): outcome is { readonly refused: string } =>
  'refused' in outcome && !again.has(outcome.refused)

/**
 * How people send commands: until they get an answer, with the same key each time, at times twice at once, and some
 * once more long after they were answered.
 */
export const openCaller = (product: SimulatedProduct, ledger: Ledger, chance: Chance) => {
  const late: (() => Promise<void>)[] = []

  /** Repeats until it is answered or refused; null if that never happens. */
  const repeatUntilAnswered = async <Answer>(commandId: string, once: Once<Answer>, judge: Judge<Answer>) => {
    for (let tries = 0; tries < maxTries; tries++) {
      const outcomes = await Promise.all(Array.from({ length: chance.is(0.12) ? 2 : 1 }, once))
      machine.note(`${commandId} ${JSON.stringify(outcomes)}`)
      const reply = judge(outcomes)
      if (reply) return reply
      await machine.sleep(chance.delay(40))
    }
    ledger.broken.push(`${commandId} was never answered`)
    return { refused: 'no answer' }
  }

  const askUntilAnswered = async <Answer>({
    actor,
    call,
    same,
    knowsRequest,
    formHash,
  }: Wanted<Answer>): Promise<Reply<Answer>> => {
    const commandId = `command-${++ledger.commands}`
    const requestHash = formHash ?? `request ${commandId}`
    const asked: CommandContext = { actor, commandId, correlationId: commandId, requestHash }
    const once = () => product.ask((clients) => call(clients, asked))
    const compare = createComparison(ledger, commandId, same)
    const judge = createJudge(ledger, compare, { commandId, isCompared: same !== undefined })
    const reply = await repeatUntilAnswered(commandId, once, judge)
    if ('refused' in reply) return { commandId, ...reply }
    if (same && chance.is(0.15)) late.push(() => repeat(commandId, once, compare))
    if (knowsRequest && chance.is(0.1))
      await other(commandId, () => product.ask((clients) => call(clients, { ...asked, requestHash: 'another' })))
    return { commandId, ...reply }
  }

  const repeat = async <Answer>(
    commandId: string,
    once: Once<Answer>,
    compare: (answer: Answer) => void,
  ): Promise<void> => {
    ledger.repeated++
    for (let tries = 0; tries < maxTries; tries++) {
      const outcome = await once()
      if ('answer' in outcome) return compare(outcome.answer)
      if (isRefused(outcome)) {
        ledger.broken.push(`${commandId} was answered, and later refused (${outcome.refused})`)
        return
      }
      await machine.sleep(chance.delay(40))
    }
  }

  const other = async (commandId: string, once: () => Promise<Outcome<unknown>>): Promise<void> => {
    const outcome = await once()
    const isTaken = 'answer' in outcome || (isRefused(outcome) && outcome.refused !== 'key_reused')
    if (isTaken) ledger.broken.push(`${commandId} was taken for another request: ${JSON.stringify(outcome)}`)
  }

  return { askUntilAnswered, repeatLate: async () => void (await Promise.all(late.splice(0).map((one) => one()))) }
}
export type Caller = ReturnType<typeof openCaller>

const createComparison = <Answer>(ledger: Ledger, commandId: string, same: Wanted<Answer>['same']) => {
  let first: string | undefined
  return (answer: Answer): void => {
    if (!same) return
    const text = JSON.stringify(same(answer))
    first ??= text
    if (first !== text) ledger.broken.push(`${commandId} was answered ${first}, and then ${text}`)
  }
}

const createJudge =
  <Answer>(
    ledger: Ledger,
    compare: (answer: Answer) => void,
    { commandId, isCompared }: { readonly commandId: string; readonly isCompared: boolean },
  ): Judge<Answer> =>
  (outcomes) => {
    const answers = outcomes.flatMap((one) => ('answer' in one ? [one] : []))
    const refused = outcomes.filter(isRefused)
    ledger.lost += outcomes.length - answers.length - refused.length
    ledger.answered += Number(answers.length > 0)
    for (const { answer } of answers) compare(answer)
    for (const { refused: code } of refused) {
      ledger.refusals.set(code, (ledger.refusals.get(code) ?? 0) + 1)
      if (code.startsWith('fault')) ledger.broken.push(`${commandId}: ${code}`)
      if (isCompared && answers.length > 0) ledger.broken.push(`${commandId} was answered and refused (${code})`)
    }
    return answers[0] ?? refused[0] ?? null
  }
