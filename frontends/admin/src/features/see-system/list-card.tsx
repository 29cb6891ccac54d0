import { Card } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

/** What is wrong in one way: its title, what is safe all the same, each case, and what to do about all. */
export const ListCard = ({
  title,
  recorded,
  toDo,
  children,
}: {
  title: string
  recorded: string
  toDo?: string | undefined
  children: ReactNode
}) => (
  <Card className="grid gap-4">
    <h2>{title}</h2>
    <p>{recorded}</p>
    <ul className="grid gap-4" aria-label={title}>
      {children}
    </ul>
    {toDo ? <p>{toDo}</p> : null}
  </Card>
)

/** One case of it. */
export const ListedCase = ({ children }: { children: ReactNode }) => (
  <li className="grid gap-1 border-l-4 border-line-strong pl-4">{children}</li>
)
