// trips: domain-is-pure
import { z } from 'zod'

export const payment = z.string()
