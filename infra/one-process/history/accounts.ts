import { demonstrationPassword as password } from '../src/seed/seed-plan.ts'
import { done, type SampleContext } from './sample-context.ts'

/** Opens accounts for the samples. */
export const accounts = ({ stranger, linkTo, signedIn }: SampleContext) => {
  const register = (username: string, name: string, email = `${username}@tuma.test`) =>
    done(stranger().post('/api/users/register', { name, username, email, phone: '0711 222 333', password }))
  const verify = async (address: string) =>
    done(stranger().get(`/api/users/verify-email/${await linkTo(address, 'verify-email')}`))
  return {
    register,
    verify,
    /** Registered, verified and signed in. */
    async registered(username: string, name: string) {
      await register(username, name)
      await verify(`${username}@tuma.test`)
      return signedIn(username)
    },
  }
}
