import { useText } from '@tuma/kit/runtime'
import { ButtonLink, EmptyState, PageTitle } from '@tuma/kit/ui'
import { texts } from './texts.ts'

export function NotFound() {
  const text = useText(texts)
  return (
    <>
      <PageTitle title={text('page.notFound')} />
      <EmptyState wholeScreen title={text('page.notFound')}>
        <p>{text('page.notFoundHint')}</p>
        <ButtonLink to="/">{text('page.home')}</ButtonLink>
      </EmptyState>
    </>
  )
}
