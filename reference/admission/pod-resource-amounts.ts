import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { billionthsIn, quantityText } from '../lib/quantities.ts'

type Amounts = Map<string, { readonly billionths: bigint; readonly like: string }>

/**
 * Returns the total requests or limits of a pod: the sum of its containers and sidecars, or the
 * amount that an init container needs if that is larger. Amounts of the pod itself take precedence.
 */
export function podResourceAmountsOf(spec: JsonObject, side: 'requests' | 'limits'): JsonObject {
  const sum: Amounts = new Map()
  const most: Amounts = new Map()
  for (const container of objectsIn(spec.containers)) add(sum, amounts(container, side))
  const sidecars: Amounts = new Map()
  for (const container of objectsIn(spec.initContainers)) {
    const own = amounts(container, side)
    if (container.restartPolicy === 'Always') {
      add(sum, own)
      add(sidecars, own)
      raise(most, sidecars)
    } else {
      const together: Amounts = new Map(sidecars)
      add(together, own)
      raise(most, together)
    }
  }
  raise(sum, most)
  const whole = [...amounts(spec, side)].filter(([name]) =>
    /^(cpu|memory|hugepages-.*)$/.test(name),
  )
  const all = new Map([...sum, ...whole])
  return Object.fromEntries(
    [...all].map(([name, { billionths, like }]) => [name, quantityText(like, billionths)]),
  )
}

const amounts = ({ resources }: JsonObject, side: 'requests' | 'limits'): Amounts =>
  new Map(
    Object.entries(objectIn(objectIn(resources)[side])).map(([name, amount]) => {
      const like = String(amount)
      return [name, { billionths: billionthsIn(like) ?? 0n, like }]
    }),
  )

function add(to: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const known = to.get(name)
    const billionths = (known?.billionths ?? 0n) + amount.billionths
    to.set(name, { billionths, like: known?.like ?? amount.like })
  }
}

function raise(to: Amounts, other: Amounts): void {
  for (const [name, amount] of other) {
    const known = to.get(name)
    if (!known || known.billionths < amount.billionths) to.set(name, amount)
  }
}
