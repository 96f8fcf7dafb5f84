import {
  AlertOctagon,
  AlertTriangle,
  ArrowBackUp,
  ArrowLeft,
  ArrowRight,
  Bolt,
  CashBanknoteOff,
  ChartBar,
  Check,
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  CloudOff,
  Columns,
  Copy,
  CreditCard,
  Dots,
  EqualNot,
  EyeOff,
  FileExport,
  FileImport,
  FileSearch,
  Filter,
  Gavel,
  Home,
  Hourglass,
  InfoCircle,
  Key,
  List,
  Note,
  Plus,
  Printer,
  ReceiptRefund,
  Search,
  Send,
  Settings,
  Shield,
  ShieldCheck,
  ShieldOff,
  Tag,
  Terminal2,
  Trash,
  UserCheck,
  UserExclamation,
  UserX,
  X,
} from '@vicons/tabler'
import { h, type Component, type FunctionalComponent, type VNode } from 'vue'

/** An icon in the style of the icon set, for the two that it does not contain. */
function drawn(...shapes: readonly (() => VNode)[]): FunctionalComponent {
  return () =>
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
      shapes.map((shape) => shape()),
    )
}

/** A question mark in a circle. */
const UnknownMark = drawn(
  () => h('circle', { cx: 12, cy: 12, r: 9 }),
  () => h('path', { d: 'M12 17v.01' }),
  () => h('path', { d: 'M12 13.5a1.5 1.5 0 0 1 1-1.5a2.6 2.6 0 1 0-3-4' }),
)

/** Three linked circles, the usual sign of a webhook. */
const Webhook = drawn(
  () => h('path', { d: 'M4.876 13.61a4 4 0 1 0 6.124 3.39h6' }),
  () => h('path', { d: 'M15.066 20.502a4 4 0 1 0 1.934-7.502c-.706 0-1.424.179-2 .5l-3-5.5' }),
  () => h('path', { d: 'M16 8a4 4 0 1 0-8 0c0 1.506.77 2.818 2 3.5l-3 5.5' }),
)

/** The icons of the app by meaning. No two meanings that can be confused have the same icon. */
export const icons = {
  home: Home,
  hidden: EyeOff,
  orders: List,
  cards: CreditCard,
  charge: ArrowRight,
  back: ArrowLeft,
  insights: ChartBar,
  callbacks: Webhook,
  log: Terminal2,
  settings: Settings,
  copy: Copy,
  search: Search,
  close: X,
  add: Plus,
  remove: Trash,
  expand: ChevronRight,
  choose: ChevronDown,
  more: Dots,
  columns: Columns,
  ok: Check,
  warning: AlertTriangle,
  info: InfoCircle,
  note: Note,
  label: Tag,
  print: Printer,
  exportFile: FileExport,
  importFile: FileImport,
  key: Key,
  // Statuses
  open: CircleDashed,
  approved: CircleCheck,
  declined: CircleX,
  error: AlertOctagon,
  filtered: Filter,
  unknown: UnknownMark,
  sending: Send,
  notSent: CloudOff,
  cancelled: CircleMinus,
  awaitsCardholder: Hourglass,
  needsPerson: UserExclamation,
  settled: UserCheck,
  // Later transactions
  refund: ReceiptRefund,
  cancellation: ArrowBackUp,
  retrieval: FileSearch,
  dispute: Gavel,
  fraud: UserX,
  chargeback: CashBanknoteOff,
  // Callbacks
  rightControl: ShieldCheck,
  wrongControl: ShieldOff,
  uncheckedControl: Shield,
  differs: EqualNot,
  // The environment in which real cards are charged
  live: Bolt,
} as const satisfies Record<string, Component>
export type IconName = keyof typeof icons
