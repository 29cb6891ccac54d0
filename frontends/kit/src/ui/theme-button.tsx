import { kitTexts, type Theme, useText, useTheme } from '@tuma/kit/runtime'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { nextTheme } from '../runtime/look.ts'
import { IconButton } from './button.tsx'

const icons = { system: SunMoon, light: Sun, dark: Moon }

/** Goes round: as the device, light, dark. */
export function ThemeButton() {
  const [theme, choose] = useTheme()
  return <ThemeSign theme={theme} onClick={() => choose(nextTheme[theme])} />
}

/** The button in that theme. */
export function ThemeSign({ theme, onClick }: { theme: Theme; onClick?: () => void }) {
  const text = useText(kitTexts)
  const Icon = icons[theme]
  return (
    <IconButton className="t-theme" label={text(`theme.${theme}`)} onClick={onClick}>
      <Icon size={20} aria-hidden />
    </IconButton>
  )
}
