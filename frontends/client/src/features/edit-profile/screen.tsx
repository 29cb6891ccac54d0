import { Profile } from '@tuma/kit/profile'
import { useText, useUser } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

export const OwnProfile = () => {
  const text = useText(texts)
  const { points } = useUser()
  return <Profile intro={text('profile.intro')} rows={[[text('dashboard.points'), points]]} />
}
