import { displayPhone } from '@tuma/contracts/vocabulary'
import { Pencil } from '@tuma/kit/icons'
import { useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, Facts, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { EditProfile } from './edit-profile.tsx'

export const Profile = () => {
  const text = useText(texts)
  const user = useUser()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <PageHeader title={text('profile.title')} intro={text('profile.intro')}>
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          {text('profile.edit')}
        </Button>
      </PageHeader>
      <Card className="max-w-2xl">
        <Facts
          rows={[
            [text('profile.name'), user.name],
            [text('profile.username'), user.username],
            [text('profile.email'), user.email],
            [text('profile.phone'), displayPhone(user.phone)],
            [text('profile.location'), user.location || text('dashboard.awaiting')],
            [text('profile.address'), user.address || text('dashboard.awaiting')],
          ]}
        />
        <p className="t-hint mt-4">{text('profile.shopHint')}</p>
      </Card>
      {editing ? <EditProfile user={user} onClose={() => setEditing(false)} /> : null}
    </>
  )
}
