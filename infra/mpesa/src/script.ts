/** Faults of Daraja in place of a right answer. */
export type Fault =
  /** Before the request is taken. */
  | 'spike'
  | 'quota'
  | 'bad_token'
  | 'unavailable'
  | 'empty_error'
  | 'html'
  | 'cut'
  | 'hang'
  /** After it is taken, which the caller cannot know. */
  | 'html_after'
  | 'cut_after'
  | 'hang_after'

export type Call = 'token' | 'push' | 'query' | 'register' | 'status'

/** How often and when a report is sent: `held` until the sender is asked to deliver. */
export type Telling = { readonly when?: 'early' | 'at_once' | 'held' | 'never'; readonly times?: number }

/** What happens to the prompts that it fits: of a phone, of an amount, or all. */
export type Rule = {
  readonly phone?: string
  readonly amount?: number
  /** Daraja's code, as if the payer had acted at once: 0 is paid. Without it a person must use the handset. */
  readonly result?: string
  readonly callback?: Telling & {
    /** Reported in place of the real amount. */
    readonly amount?: number
    readonly checkoutRequestId?: string
    /** A success without details. */
    readonly withoutMetadata?: boolean
  }
  readonly confirmation?: Telling
  /** The answer to a query, whatever has happened: a code, or an error. */
  readonly query?: string
}

/** General habits of Daraja; tests set them to behaviour that has been seen elsewhere. */
export type Habits = {
  /** Each new token ends the one before. */
  newTokenEndsOld: boolean
  tokenSeconds: number
  expiresInAs: 'text' | 'number'
  /** In callbacks. */
  codesAs: 'number' | 'text'
  callbackPhone: 'whole' | 'masked' | 'absent'
  callbackBalance: boolean
  /** The answer to a query while the prompt is open: an error, or a code that is not documented. */
  pendingAs: 'error' | '4999'
  /** Null: without a limit. */
  queriesPerMinute: number | null
  /** Addresses on this machine may be without https. */
  httpsOnly: boolean
  confirmationNames: 'till' | 'store'
  payerNames: 'all' | 'first' | 'none'
  registersOnce: boolean
  statusTelling: 'at_once' | 'held' | 'never' | 'late_first'
  /** As the documented sample has it: the payee under the payer's key. */
  statusRepeatsKeys: boolean
  /** Whether a query shows a reversal; the real behaviour is unknown. */
  reversalsShow: boolean
}

export const usualHabits = (): Habits => ({
  newTokenEndsOld: false,
  tokenSeconds: 3599,
  expiresInAs: 'text',
  codesAs: 'number',
  callbackPhone: 'whole',
  callbackBalance: false,
  pendingAs: 'error',
  queriesPerMinute: null,
  httpsOnly: true,
  confirmationNames: 'till',
  payerNames: 'first',
  registersOnce: true,
  statusTelling: 'at_once',
  statusRepeatsKeys: false,
  reversalsShow: false,
})

export const openScript = () => {
  const rules: Rule[] = []
  const faults = new Map<Call, Fault[]>()
  return {
    /** If several rules fit, the newest counts. */
    prompts: (rule: Rule): void => void rules.unshift(rule),
    /** For the next calls of a kind, one each. */
    next: (call: Call, ...ones: Fault[]): void => void faults.set(call, [...(faults.get(call) ?? []), ...ones]),
    toRule: ({ phone, amount }: { phone: string; amount: number }): Rule =>
      rules.find((rule) => (rule.phone ?? phone) === phone && (rule.amount === undefined || rule.amount === amount)) ??
      {},
    findFault: (call: Call): Fault | null => faults.get(call)?.shift() ?? null,
    forget(): void {
      rules.length = 0
      faults.clear()
    },
  }
}
export type Script = ReturnType<typeof openScript>
