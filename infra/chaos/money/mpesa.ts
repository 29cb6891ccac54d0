import { type Mpesa, startMpesa } from '@tuma/mpesa'

/** M-Pesa outside of the product: what it tells while the product is away is lost. */
export const openMpesa = (seed: number): Promise<Mpesa> => startMpesa({ seed: `chaos ${seed}` })

const plenty = '1000000'

/** The product asks it, is told of each payment, and refuses no person for asking often. */
export const mpesaSettings = ({ environment }: Mpesa): Record<string, string> => ({
  ...environment,
  DARAJA_CALLBACK_SECRET: 'chaos-calls-us-back',
  DARAJA_C2B: 'v2',
  PROMPTS_PER_HOUR: '0',
  PROMPTS_PER_HOUR_ACCOUNT: '0',
  PROMPTS_PER_HOUR_ADDRESS: '0',
  SECOND_ADMIN_ABOVE: plenty,
})
