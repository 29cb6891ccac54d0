import { displayPhone } from '@tuma/contracts/vocabulary'
import { Pencil } from '@tuma/kit/icons'
import { useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, DateTime, Facts, Notice, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { EditDialog } from './edit-dialog.tsx'

export const Profile = () => {
  const text = useText(texts)
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  const none = <span className="text-ink-soft">{text('profile.none')}</span>
  return (
    <div className="max-w-xl">
      <PageHeader title={text('profile.title')} intro={text('profile.intro')}>
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          {text('profile.edit')}
        </Button>
      </PageHeader>
      <div className="grid gap-4">
        {wanted && wanted !== user.email ? (
          <Notice>{text('profile.emailPending', { wanted, email: user.email })}</Notice>
        ) : null}
        <Card>
          <Facts
            rows={[
              [text('profile.name'), user.name],
              [text('profile.username'), user.username],
              [text('profile.email'), user.email],
              [text('profile.phone'), displayPhone(user.phone)],
              [text('profile.location'), user.location || none],
              [text('profile.address'), user.address || none],
              [text('profile.points'), user.points],
              [text('profile.since'), <DateTime key="since" at={user.createdAt} dayOnly />],
            ]}
          />
        </Card>
      </div>
      <EditDialog open={editing} onClose={() => setEditing(false)} onEmailWanted={setWanted} />
    </div>
  )
}
