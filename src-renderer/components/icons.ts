import {
  AlertTriangle,
  ArrowRight,
  Bell,
  Check,
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CircleX,
  Copy,
  CreditCard,
  Filter,
  Home,
  InfoCircle,
  Key,
  List,
  Note,
  Plus,
  Search,
  Settings,
  Terminal2,
  Trash,
  X,
} from '@vicons/tabler'
import { h, type Component, type FunctionalComponent } from 'vue'

/** A question mark in a circle, drawn like its neighbours of the icon set, which has none. */
const UnknownMark: FunctionalComponent = () =>
  h(
    'svg',
    {
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    [
      h('circle', { cx: 12, cy: 12, r: 9 }),
      h('path', { d: 'M12 17v.01' }),
      h('path', { d: 'M12 13.5a1.5 1.5 0 0 1 1-1.5a2.6 2.6 0 1 0-3-4' }),
    ],
  )

/** The icons in use, by what they mean here. */
export const icons = {
  home: Home,
  orders: List,
  cards: CreditCard,
  charge: ArrowRight,
  callbacks: Bell,
  log: Terminal2,
  settings: Settings,
  copy: Copy,
  search: Search,
  close: X,
  add: Plus,
  remove: Trash,
  expand: ChevronRight,
  choose: ChevronDown,
  ok: Check,
  warning: AlertTriangle,
  info: InfoCircle,
  note: Note,
  key: Key,
  open: CircleDashed,
  approved: CircleCheck,
  declined: CircleX,
  error: AlertTriangle,
  filtered: Filter,
  unknown: UnknownMark,
} as const satisfies Record<string, Component>
export type IconName = keyof typeof icons
