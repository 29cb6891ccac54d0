import { Profile, SecondFactor } from '@tuma/kit/profile'
import { useText, useUser } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

export const OwnProfile = () => {
  const text = useText(texts)
  const { role } = useUser()
  return <Profile rows={[[text('users.role'), text(`role.${role}`)]]} beneath={<SecondFactor />} />
}
