/** What Daraja does to a call instead of answering it as it should. */
export type Fault =
  /** Before anything is taken. */
  | 'spike'
  | 'quota'
  | 'bad_token'
  | 'unavailable'
  | 'empty_error'
  | 'html'
  | 'cut'
  | 'hang'
  /** After it is taken: whoever asked can not know. */
  | 'html_after'
  | 'cut_after'
  | 'hang_after'

export type Call = 'token' | 'push' | 'query' | 'register' | 'status'

/** How often and when somebody is told: `held` until the postman is told to go. */
export type Telling = { readonly when?: 'early' | 'at_once' | 'held' | 'never'; readonly times?: number }

/** What becomes of the prompts that it fits: of a phone, of an amount, or all. */
export type Rule = {
  readonly phone?: string
  readonly amount?: number
  /** Daraja's code, as if the person had done it at once: 0 is paid. Without it somebody has to take the handset. */
  readonly result?: string
  readonly callback?: Telling & {
    /** Said in the place of what is. */
    readonly amount?: number
    readonly checkoutRequestId?: string
    /** Success without anything about it. */
    readonly withoutMetadata?: boolean
  }
  readonly confirmation?: Telling
  /** What a query says, whatever is: a code, or an error. */
  readonly query?: string
}

/** How Daraja is altogether; set by whoever tries another way that has been seen. */
export type Habits = {
  /** Each new one ends the one before. */
  newTokenEndsOld: boolean
  tokenSeconds: number
  expiresInAs: 'text' | 'number'
  /** In callbacks. */
  codesAs: 'number' | 'text'
  callbackPhone: 'whole' | 'masked' | 'absent'
  callbackBalance: boolean
  /** Of a query while the prompt is open: an error, or a code that nobody documents. */
  pendingAs: 'error' | '4999'
  /** Null: as many as anybody likes. */
  queriesPerMinute: number | null
  /** Addresses of this machine are taken without. */
  httpsOnly: boolean
  confirmationNames: 'till' | 'store'
  payerNames: 'all' | 'first' | 'none'
  registersOnce: boolean
  statusTelling: 'at_once' | 'held' | 'never' | 'late_first'
  /** As the documented sample has it: the payee under the payer's key. */
  statusRepeatsKeys: boolean
  /** Of what was reversed: nobody knows. */
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
    /** Of several that fit the one said last. */
    prompts: (rule: Rule): void => void rules.unshift(rule),
    /** To the next calls of a kind, one each. */
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
