import { displayPhone } from '@tuma/contracts/vocabulary'
import { Pencil } from '@tuma/kit/icons'
import { useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, DateTime, Facts, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { EditProfile } from './edit-profile.tsx'

export const Profile = () => {
  const text = useText(texts)
  const me = useUser()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <PageHeader title={text('profile.title')}>
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          {text('profile.edit')}
        </Button>
      </PageHeader>
      {editing ? <EditProfile me={me} onClose={() => setEditing(false)} /> : null}
      <Card className="max-w-lg">
        <Facts
          rows={[
            [text('people.name'), me.name],
            [text('profile.username'), me.username],
            [text('people.email'), me.email],
            [text('people.phone'), displayPhone(me.phone)],
            [text('agents.location'), me.location || null],
            [text('agents.address'), me.address || null],
            [text('users.role'), text(`role.${me.role}`)],
            [text('users.since'), <DateTime key="since" at={me.createdAt} dayOnly />],
          ]}
        />
      </Card>
    </>
  )
}
