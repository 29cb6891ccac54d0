import { derivedId, type EventMetadata, type Lease, pollUnderLease, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, EngineAway, everyDocument } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import type { Daraja, Pushed, Queried } from '../daraja/index.ts'
import { type Prompt, type PromptCommand, prompt, promptStream } from '../domain/prompt/prompt.ts'
import type { PromptRow } from '../domain/prompt/prompts-view.ts'
import { promptIn } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

const looksEveryMs = 2000
/** Seconds after the prompt at which we ask M-Pesa for its result, where no callback came. */
const asksAfterSeconds = [10, 20, 40, 90]
const lookedAtOnce = 20
const neverAttemptedMs = 30_000
const neverAnsweredMs = 60_000
const lapsesMs = 10 * 60_000

export type SendingPrompts = {
  /** Starts sending, and returns at once. */
  send(promptId: string): void
  close(): Promise<void>
}

/**
 * Lets M-Pesa send each prompt once, in spite of crashes and duplicates: only the process that appended the attempt
 * calls. One replica checks the prompts without a callback.
 */
export const sendingPrompts = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly prompts: Collection<PromptRow>
  readonly daraja: Pick<Daraja, 'push' | 'query'>
  readonly lease: Lease
  readonly replica: string
  readonly environment: Environment
  readonly log: Log
}): SendingPrompts => {
  const { streams, prompts, daraja, lease, replica, environment, log } = deps
  const record = streams.createRecorder(prompt)
  const under = new Set<Promise<void>>()
  /** How often this process asked about each prompt. */
  const questions = new Map<string, number>()

  const take = (promptId: string, step: string, command: PromptCommand) =>
    record(promptStream(promptId), command, buildMetadata(promptId, step, environment.now()))

  const push = async (promptId: string): Promise<void> => {
    const attempt = { type: 'AttemptPrompt', replica, at: environment.now() } as const
    const { events, repeated, state } = await take(promptId, `attempt of ${replica}`, attempt)
    if (repeated || events.length === 0 || !state) return
    const { amount, sender, reference } = state as Prompt
    const { phone } = sender
    const pushed = await daraja.push({ checkoutId: promptId, amount, phone, reference, description: 'Parcel' })
    await take(promptId, 'answer', commandAfter(pushed, environment.now()))
  }

  const query = async ({ promptId, sentAt }: PromptRow, now: string): Promise<void> => {
    const waited = (Date.parse(now) - Date.parse(sentAt ?? now)) / 1000
    const due = asksAfterSeconds.filter((seconds) => seconds <= waited).length
    if (due <= (questions.get(promptId) ?? 0)) return
    questions.set(promptId, due)
    const state = await promptIn(streams, promptId)
    if (!state?.checkoutRequestId || state.state !== 'sent') return
    const command = getCommand(await daraja.query(state.checkoutRequestId), environment.now())
    if (command) await take(promptId, `question ${due}`, command)
  }

  const look = async (): Promise<void> => {
    const open = await Array.fromAsync(everyDocument(prompts, { where: { state: ['asked', 'sent', 'unknown'] } }))
    for (const promptId of questions.keys())
      if (!open.some((row) => row.promptId === promptId)) questions.delete(promptId)
    const now = environment.now()
    const lookAt = async (row: PromptRow): Promise<void> => {
      const over = commandWhenOver(row, now)
      if (over) await take(row.promptId, over.type, over)
      else if (row.state === 'sent') await query(row, now)
    }
    await someAtOnce(open, lookAt)
  }

  const onFault = (error: unknown) => log.error({ err: error }, 'payment can not look after its prompts')
  const looks = pollUnderLease(looksEveryMs, { lease, look, onFault })
  const pushing = (promptId: string): void => {
    const done = push(promptId)
      .catch((error) => (error instanceof EngineAway ? undefined : onFault(error)))
      .finally(() => under.delete(done))
    under.add(done)
  }

  return {
    send: pushing,
    async close() {
      await Promise.all([looks.close(), ...under])
    },
  }
}

const commandAfter = (pushed: Pushed, at: string): PromptCommand => {
  switch (pushed.outcome) {
    case 'sent':
      return { type: 'SendPrompt', checkoutRequestId: pushed.checkoutRequestId, at }
    case 'refused':
      return { type: 'FailPrompt', reason: pushed.reason, at }
    case 'unknown':
      return { type: 'LosePrompt', at }
  }
}

/** Runs some at once, so that a slow answer about one delays few others. */
const someAtOnce = async <One>(all: readonly One[], job: (one: One) => Promise<void>): Promise<void> => {
  for (let first = 0; first < all.length; first += lookedAtOnce)
    await Promise.all(all.slice(first, first + lookedAtOnce).map(job))
}

/**
 * A status query carries no receipt number, so the prompt is marked as arrived, and the payment is booked by its
 * receipt only.
 */
const getCommand = (queried: Queried, at: string): PromptCommand | null => {
  if (queried.outcome === 'paid') return { type: 'ArrivePrompt', at }
  return queried.outcome === 'failed' ? { type: 'FailPrompt', reason: queried.reason, at } : null
}

const commandWhenOver = ({ state, askedAt, attemptedAt, sentAt }: PromptRow, now: string): PromptCommand | null => {
  const ageMs = Date.parse(now) - Date.parse(sentAt ?? attemptedAt ?? askedAt)
  if (state === 'asked' && attemptedAt === null)
    return ageMs > neverAttemptedMs ? { type: 'LapsePrompt', at: now } : null
  if (state === 'asked') return ageMs > neverAnsweredMs ? { type: 'LosePrompt', at: now } : null
  return ageMs > lapsesMs ? { type: 'LapsePrompt', at: now } : null
}

const buildMetadata = (promptId: string, step: string, at: string): EventMetadata => ({
  at,
  commandId: derivedId('prompt', promptId, step),
  correlationId: promptId,
  causationId: promptId,
  actor: { kind: 'system', name: 'prompts' },
})
