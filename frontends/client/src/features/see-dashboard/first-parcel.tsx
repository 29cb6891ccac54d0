import { useText } from '@tuma/kit/runtime'
import { ButtonLink, Card } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const steps = ['first.choose', 'first.fill', 'first.bring'] as const

/** Tells a client who has sent nothing how to begin. */
export const FirstParcel = () => {
  const text = useText(texts)
  return (
    <Card aria-labelledby="first-parcel" className="grid content-start justify-items-start gap-4">
      <h2 id="first-parcel">{text('first.title')}</h2>
      <ol className="parcel-steps">
        {steps.map((step) => (
          <li key={step}>{text(step)}</li>
        ))}
      </ol>
      <ButtonLink to="/Client/send-parcel">{text('first.go')}</ButtonLink>
    </Card>
  )
}
