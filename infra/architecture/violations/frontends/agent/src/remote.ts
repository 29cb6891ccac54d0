import { days } from '@tuma/contracts/api'
import { button } from '@tuma/kit/ui'

export const remote = [button, days]
