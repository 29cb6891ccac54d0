import { Profile, SecondFactor } from '@tuma/kit/profile'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** The shop is an admin's to set: it is not among what an agent changes. */
export const OwnProfile = () => {
  const text = useText(texts)
  return (
    <Profile intro={text('profile.intro')} awaitingShop={text('dashboard.awaiting')} beneath={<SecondFactor />}>
      {text('profile.shopHint')}
    </Profile>
  )
}
