import { type Mpesa, startMpesa } from '@tuma/mpesa'

/** M-Pesa outside of the product; its reports are lost while the product is away. */
export const openMpesa = (seed: number): Promise<Mpesa> => startMpesa({ seed: `chaos ${seed}` })

const plenty = '1000000'

/** The product asks this M-Pesa, gets each payment reported, and has no limit that people reach. */
export const mpesaSettings = ({ environment }: Mpesa): Record<string, string> => ({
  ...environment,
  DARAJA_CALLBACK_SECRET: 'chaos-calls-us-back',
  DARAJA_C2B: 'v2',
  PROMPTS_PER_HOUR: '0',
  PROMPTS_PER_HOUR_ACCOUNT: '0',
  PROMPTS_PER_HOUR_ADDRESS: '0',
  SECOND_ADMIN_ABOVE: plenty,
})
