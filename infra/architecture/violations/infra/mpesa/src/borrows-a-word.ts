// trips: the-double-of-mpesa-shares-nothing
import { normalisePhone } from '@tuma/contracts/vocabulary'

export const phone = normalisePhone
