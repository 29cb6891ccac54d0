import './profile.css'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { Pencil } from '@tuma/kit/icons'
import { useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, DateTime, EmailAddress, Facts, Notice, PageHeader } from '@tuma/kit/ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DownloadData } from './download-data.tsx'
import { EditProfile } from './edit-profile.tsx'
import { SignedIn } from './signed-in.tsx'
import { profileTexts } from './texts.ts'

type Props = {
  intro?: string
  /** What an area adds to the profile of its people. */
  rows?: ComponentProps<typeof Facts>['rows']
  /** The placeholder for people whose location and address an admin sets. Other people edit their own. */
  awaitingShop?: string
  /** A card of its own below. */
  beneath?: ReactNode
  /** A hint below. */
  children?: ReactNode
}

/** The screen of every area on which people see who they are to us, and change it in a dialog. */
export const Profile = ({ intro, rows = [], awaitingShop, beneath, children }: Props) => {
  const text = useText(profileTexts)
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  // Admins have no shop, so an empty field is not shown as missing.
  const hasPlace = user.role !== 'admin'
  const placed = (of: 'location' | 'address'): ComponentProps<typeof Facts>['rows'] =>
    user[of] || hasPlace ? [[text(of), user[of] || none]] : []
  const none = <span className="text-ink-soft">{awaitingShop ?? text('none')}</span>
  return (
    <div className="profile-page">
      <PageHeader title={text('title')} intro={intro}>
        {user.secondFactorNeeded ? null : (
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {text('edit')}
          </Button>
        )}
      </PageHeader>
      <div className="profile-cards">
        {wanted && wanted !== user.email ? (
          <Notice>{text('emailPending', { wanted, email: user.email })}</Notice>
        ) : null}
        {/* They can change nothing here until they have set up what is below. */}
        {user.secondFactorNeeded ? null : (
          <Card>
            <Facts
              rows={[
                [text('name'), user.name],
                [text('username'), user.username],
                [text('email'), <EmailAddress key="email" of={user.email} />],
                [text('phone'), displayPhone(user.phone)],
                ...placed('location'),
                ...placed('address'),
                ...rows,
                [text('since'), <DateTime key="since" at={user.createdAt} dayOnly />],
              ]}
            />
            {children ? <p className="t-hint mt-4">{children}</p> : null}
          </Card>
        )}
        {beneath}
        {user.secondFactorNeeded ? null : <SignedIn />}
        {user.secondFactorNeeded ? null : <DownloadData />}
      </div>
      <EditProfile
        open={editing}
        shopLocked={awaitingShop !== undefined}
        onClose={() => setEditing(false)}
        onEmailWanted={setWanted}
      />
    </div>
  )
}
