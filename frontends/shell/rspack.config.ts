import { shellConfig } from '@tuma/kit/build'

export default shellConfig()
