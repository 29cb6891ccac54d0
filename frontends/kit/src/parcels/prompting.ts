import type { Prompt, promptRequest } from '@tuma/contracts/api'
import { maxPromptShillings, minPromptShillings } from '@tuma/contracts/vocabulary'
import {
  type ApiError,
  api,
  askWhoIsSignedIn,
  type CallContext,
  queryClient,
  skipToken,
  useQuery,
  useSubmission,
} from '@tuma/kit/runtime'
import type * as z from '@tuma/kit/schema'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepHeld } from './asking-again.tsx'
import type { Due } from './due.ts'
import { keepPromptOf } from './kept-parcels.ts'
import { forgetPrompt, type KeptPrompt, keepPrompt, keptPrompt, keyOfPress } from './kept-prompt.ts'
import type { Paying } from './paying.tsx'

type Asked = z.input<typeof promptRequest>

const bookingAsksAgainMs = 1500

/** Its money has come, and its parcel is neither booked nor refused yet. */
const isBeingBooked = ({ state, booking }: Prompt): boolean =>
  state === 'paid' && (booking?.state === 'funded' || (booking?.state === 'open' && booking.missing === undefined))

/** Beside what is told live: how long until it is asked about again. What has failed may yet turn out to be paid. */
const asksAgainMs = {
  asked: 3000,
  sent: 3000,
  unknown: 5000,
  arrived: 5000,
  failed: 20_000,
  lapsed: 20_000,
  paid: false,
} as const satisfies Record<Prompt['state'], number | false>

/**
 * What became of a parcel whose money has come: it is booked, or it could not be and its payer has the money. `byVisitor`: no
 * account owns it.
 */
export type BookedByPrompt = { readonly reference: string } & (
  | { readonly trackingId: string; readonly byVisitor: boolean }
  | { readonly refused: string; readonly message: string }
)

/** The request on a phone, and its state. Null if no request exists and none is offered. */
export function usePrompting(due: Due, paying: Paying, onBooked: (booked: BookedByPrompt) => void) {
  const { payer } = paying
  const contact = useQuery(api.locations.contact.queryOptions())
  const [asked, setAsked] = useState(() => keptPrompt(payer))
  const { prompt, error, errorUpdatedAt, look } = useFollowed(asked)

  const submission = useSubmission(askedOnce(payer), {
    onSuccess: (answer, { paymentReferenceId: reference, senderName, phone, book }) => {
      const { promptId, amount } = answer
      const books = book === undefined ? {} : { books: true }
      const next = { promptId, reference, senderName, amount, phone, what: due.what, askedAt: Date.now(), ...books }
      if (book !== undefined) keepPromptOf(reference, promptId)
      queryClient.setQueryData(getKey(promptId), answer)
      setAsked(keepPrompt(payer, next))
    },
  })

  const end = useEffectEvent((ended: Prompt, kept: KeptPrompt) => {
    const { reference, what, books = false, payer: asked } = kept
    const { trackingId } = ended.booking ?? {}
    if (trackingId !== undefined) {
      forgetPrompt(payer)
      return onBooked({ trackingId, reference, byVisitor: asked === 'visitor' })
    }
    if (ended.state === 'failed') {
      forgetPrompt(payer) // it is told once, not after the next reload again
      return keepHeld(payer, kept)
    }
    const { missing } = ended.booking ?? {}
    const covers = paying.take({
      reference,
      ...(missing === undefined
        ? { amount: ended.total ?? ended.amount, covers: what }
        : { amount: due.amount - missing }),
      ...{ receipt: receiptIn(ended.message), books },
    })
    if (!covers) setAsked(null)
    const { code, message } = ended.booking ?? {}
    if (code !== undefined) onBooked({ reference, refused: code, message: message ?? '' })
  })
  const state = prompt?.state
  const isBooked = prompt?.booking?.trackingId !== undefined
  const isOver = isBooked || state === 'failed' || (state === 'paid' && !isBeingBooked(prompt as Prompt))
  useEffect(() => {
    if (asked && prompt && isOver) end(prompt, asked)
  }, [asked, isOver, prompt])
  const isGone = useIsGone({ prompt, error, errorUpdatedAt })
  const forget = useEffectEvent((gone: KeptPrompt) => {
    if (gone !== asked) return
    forgetPrompt(payer)
    setAsked(null)
  })
  useEffect(() => {
    if (isGone && asked) void isKnownWhoAsks(asked).then((isKnown) => isKnown && forget(asked))
  }, [isGone, asked])

  const isOffered =
    contact.data?.prompts === true && due.amount >= minPromptShillings && due.amount <= maxPromptShillings
  if (!asked && !isOffered) return null
  return {
    asked,
    /** What is known of it; of one that was asked for before the page was loaded, nothing yet. */
    prompt,
    /** The state could not be loaded. */
    unheard: error !== null,
    look,
    /** @throws ApiError */
    ask: submission.mutateAsync,
  }
}
export type Prompting = NonNullable<ReturnType<typeof usePrompting>>

const getKey = (id: string) => api.payment.prompt.queryKey({ input: { id } })

/** Asks for the state when the page is visible again, because phones hide the browser for M-Pesa's menu. */
function useFollowed(asked: KeptPrompt | null) {
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    api.payment.prompt.queryOptions({
      input: asked ? { id: asked.promptId } : skipToken,
      retry: false, // it is asked again anyway
      staleTime: 0,
      refetchOnMount: 'always',
      refetchOnReconnect: 'always',
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state: { data } }) =>
        data && isBeingBooked(data) ? bookingAsksAgainMs : asksAgainMs[data?.state ?? 'asked'],
    }),
  )
  return { prompt: data, error: error as ApiError | null, errorUpdatedAt, look: refetch }
}

/**
 * A request of an account is not found either where its session has ended: its payer may sign in again, and would else be asked
 * to pay twice. A visitor is known by their cookie.
 */
const isKnownWhoAsks = async ({ payer }: KeptPrompt): Promise<boolean> =>
  payer === 'visitor' || (await askWhoIsSignedIn().catch(() => null)) !== null

/** A first "not found" may come from a server that does not know who asks just now. */
const goneAfterMs = 5000

type Answer = Pick<ReturnType<typeof useFollowed>, 'prompt' | 'error' | 'errorUpdatedAt'>

/** Whether it was answered "not found" at least twice in a row, over some seconds. */
function useIsGone({ prompt, error, errorUpdatedAt }: Answer): boolean {
  const [since, setSince] = useState<number | null>(null)
  const code = error?.code ?? (prompt ? 'found' : null)
  useEffect(() => {
    // Between two questions there is neither.
    if (code === null) return
    if (code === 'not_found') setSince((first) => first ?? errorUpdatedAt)
    else setSince(null)
  }, [code, errorUpdatedAt])
  return code === 'not_found' && since !== null && errorUpdatedAt - since >= goneAfterMs
}

const askedOnce = (payer: string) => ({
  mutationKey: api.payment.askPrompt.mutationKey,
  call: (asked: Asked, { context }: { context: CallContext }) => {
    const idempotencyKey = keyOfPress(payer, asked, context.idempotencyKey)
    return api.payment.askPrompt.call(asked, { context: { ...context, idempotencyKey } })
  },
})

/** M-Pesa's own code begins its message. */
const receiptIn = (message = ''): string | undefined => /^[A-Z0-9]{10}\b/.exec(message)?.[0]
