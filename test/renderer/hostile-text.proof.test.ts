// Names, descriptors, messages and unknown fields of the gateway can contain any text. Markup must stay text (S7),
// and letters that run from right to left must not reorder what stands beside them (S21).
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExchangeView } from '../../src-shared/domain/exchange'
import type { OrderView } from '../../src-shared/domain/order'
import ExchangePanes from '../../src-renderer/views/shared/ExchangePanes.vue'
import { provideToComponents } from '../../src-renderer/app/provide-to-components'
import FactsView from '../../src-renderer/views/orders/FactsView.vue'
import ParameterTable from '../../src-renderer/components/controls/ParameterTable.vue'
import TimelineView from '../../src-renderer/views/orders/TimelineView.vue'
import { exchange } from '../support/view-data'
import { entry, orderView, summary } from '../support/view-orders'
import { installFakeBridge, unmountAfterEach } from '../support/mount-app'

const payloads = [
  '<script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '<svg/onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<iframe src="javascript:window.ran=1"></iframe>',
  '<a href="javascript:window.ran=1">x</a>',
  '<body onload=window.ran=1>',
  '<details open ontoggle=window.ran=1>x',
  '<input autofocus onfocus=window.ran=1>',
  '<video><source onerror=window.ran=1></video>',
  '<math><mtext><style><img src=x onerror=window.ran=1>',
  '<object data="data:text/html,<script>window.ran=1</script>"></object>',
  '<embed src="data:text/html,x">',
  '<form action="https://attacker.example"><button>x</button></form>',
  '<base href="https://attacker.example/">',
  '<meta http-equiv=refresh content="0;url=https://attacker.example">',
  '<link rel=stylesheet href="https://attacker.example/x.css">',
  '<style>*{display:none}</style>',
  '{{ window.ran = 1 }}',
  '{{constructor.constructor("window.ran=1")()}}',
  '${window.ran=1}',
  'javascript:window.ran=1',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '<template shadowrootmode=open><script>window.ran=1</script></template>',
]
const wrappings: ((text: string) => string)[] = [
  (text) => text,
  (text) => `"'>${text}`,
  (text) => `</span></div>${text}`,
  (text) => `<!--${text}-->`,
  (text) => `]]>${text}`,
  (text) => text.toUpperCase(),
  (text) => `\u202e${text}\u2066`,
  (text) => `x${text}y${text}`,
]
const corpus = payloads.flatMap((payload) => wrappings.map((wrap) => wrap(payload)))

const views: readonly {
  name: string
  component: Component
  props: (text: string) => Record<string, unknown>
}[] = [
  { name: 'the facts', component: FactsView, props: (text) => ({ view: hostileOrder(text) }) },
  {
    name: 'the timeline',
    component: TimelineView,
    props: (text) => ({
      entries: hostileOrder(text).timeline,
      order: hostileOrder(text).summary,
      askReason: null,
    }),
  },
  {
    name: 'a raw exchange',
    component: ExchangePanes,
    props: (text) => ({ exchange: hostileExchange(text) }),
  },
  {
    name: 'the parameters of a review',
    component: ParameterTable,
    props: (text) => ({ label: 'Parameters', rows: [{ name: 'order_desc', value: text }] }),
  },
]

const dangerous =
  'script,iframe,object,embed,img,video,form,base,meta,link,style,math,[onerror],[onload],[ontoggle],[onfocus],a[href^="javascript"]'

function hostileOrder(text: string): OrderView {
  const order = summary(1, { cardholderName: text, description: text, errorMessage: text, orderStage: text })
  const changes = [{ name: text, before: text, after: text }]
  return {
    ...orderView(order),
    facts: [{ name: 'descriptor', value: text, atMs: 1 }],
    timeline: [entry(1, 'status-changed', { changes }), entry(2, 'note', { text })],
  }
}

function hostileExchange(text: string): ExchangeView {
  return exchange(1, {
    request: [{ name: 'order_desc', value: text }],
    answer: [{ name: text, value: text }],
  })
}

beforeEach(() => {
  installFakeBridge()
  setActivePinia(createPinia())
})
unmountAfterEach(afterEach)

describe.each(views)('$name', ({ component, props }) => {
  it(`shows each of ${corpus.length} hostile texts as text`, () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200)
    for (const text of corpus) {
      const shown = mount(component, {
        attachTo: document.body,
        props: props(text),
        global: { plugins: [provideToComponents] },
      })
      expect(shown.element.querySelectorAll(dangerous).length, text).toBe(0)
      expect(shown.element.textContent.replace(/\s+/g, ' '), text).toContain(text.replace(/\s+/g, ' '))
      shown.unmount()
    }
    expect('ran' in window).toBe(false)
  })
})
