import { api, useNavigate, useParams, useQuery, useSentence, useText } from '@tuma/kit/runtime'
import { Button, ButtonLink, FailureNotice, PageHeader, Skeleton, useFailureText } from '@tuma/kit/ui'
import { useEffect } from 'react'
import type { DoneState } from '../../registered.tsx'
import { texts } from '../../texts.ts'

const toLoginMs = 3000
const done: DoneState = { done: 'verified' }

/** Verifies the email when the link of a verification email is opened. */
export const VerifyEmail = () => (
  <>
    <meta name="robots" content="noindex" />
    <Verification />
  </>
)

function Verification() {
  const text = useText(texts)
  const tell = useFailureText()
  const read = useSentence()
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const verified = useQuery(
    api.users.verifyEmail.queryOptions({ input: { token }, staleTime: Number.POSITIVE_INFINITY }),
  )
  useEffect(() => {
    if (!verified.isSuccess) return
    const timer = setTimeout(() => void navigate('/login', { replace: true, state: done }), toLoginMs)
    return () => clearTimeout(timer)
  }, [verified.isSuccess, navigate])

  if (verified.isSuccess) {
    return (
      <div className="site-account" role="status">
        <PageHeader title={text('verify.done')} intro={read(verified.data.message)} />
        <p>{text('verify.redirect')}</p>
        <ButtonLink to="/login" state={done}>
          {text('verify.toLogin')}
        </ButtonLink>
      </div>
    )
  }
  if (!verified.isError || verified.isFetching) {
    return (
      <div className="site-account">
        <PageHeader title={text('verify.loading')} />
        <Skeleton rows={1} />
      </div>
    )
  }
  const { code } = verified.error
  return (
    <div className="site-account">
      <PageHeader title={text('verify.failed')} />
      <FailureNotice {...tell(verified.error, text('verify.invalid'))} />
      {code === 'link_invalid' ? (
        <p>{text('verify.newLink')}</p>
      ) : (
        <Button variant="secondary" onClick={() => void verified.refetch()}>
          {text('verify.again')}
        </Button>
      )}
      <ButtonLink to="/login">{text('verify.toLogin')}</ButtonLink>
    </div>
  )
}
