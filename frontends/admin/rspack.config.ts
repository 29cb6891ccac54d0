import { remoteConfig } from '@tuma/kit/build'

export default remoteConfig({ name: 'admin' })
