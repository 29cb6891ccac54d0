export { days } from '../vocabulary/index.ts'
