import { days } from '@tuma/contracts/api'

export const createBff = () => days
