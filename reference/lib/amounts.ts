// Arithmetic on lists of quantities by name, such as the limits of a quota.

import { billionthsIn, quantityText } from './quantities.ts'

/** A quantity, and a text whose suffixes (powers of 1024 or of ten) it is formatted with. */
export type Amount = { readonly billionths: bigint; readonly like: string }

export type Amounts = ReadonlyMap<string, Amount>

/** Reads an object of quantities. Other values count as 0. */
export const amountsIn = (list: { readonly [name: string]: unknown }): Amounts =>
  new Map(Object.entries(list).map(([name, value]) => [name, amountIn(String(value))]))

export const amountIn = (like: string): Amount => ({ billionths: billionthsIn(like) ?? 0n, like })

/** Returns a count of objects. */
export const countOf = (number: number): Amount => amountIn(String(number))

export const sumOf = (one: Amount, other: Amount): Amount => ({
  billionths: one.billionths + other.billionths,
  // As in genuine servers, zero has no format.
  like: one.billionths === 0n ? other.like : one.like,
})

/** Adds by name; a name that only one list has keeps its amount. */
export function sumOfAmounts(one: Amounts, other: Amounts): Amounts {
  const sum = new Map(one)
  for (const [name, amount] of other) {
    const known = sum.get(name)
    sum.set(name, known ? sumOf(known, amount) : amount)
  }
  return sum
}

/** Multiplies each amount. */
export const productOf = (all: Amounts, by: number): Amounts =>
  new Map(
    [...all].map(([name, { billionths, like }]) => [
      name,
      { billionths: billionths * BigInt(by), like },
    ]),
  )

/** Returns by how much amounts have grown. Amounts that have not are left out. */
export function growthOf(next: Amounts, before: Amounts): Amounts {
  const growth = new Map<string, Amount>()
  for (const [name, { billionths, like }] of next) {
    const added = billionths - (before.get(name)?.billionths ?? 0n)
    if (added > 0n) growth.set(name, { billionths: added, like })
  }
  return growth
}

/** Returns the larger amount of each name. */
export function largestAmounts(one: Amounts, other: Amounts): Amounts {
  const most = new Map(one)
  for (const [name, amount] of other) {
    const known = most.get(name)
    if (!known || known.billionths < amount.billionths) most.set(name, amount)
  }
  return most
}

export const onlyAmounts = (all: Amounts, isKept: (name: string) => boolean): Amounts =>
  new Map([...all].filter(([name]) => isKept(name)))

/** Returns the object of quantities, in canonical form and in the order of the names. */
export const amountTexts = (all: Amounts): { [name: string]: string } =>
  Object.fromEntries(
    [...all]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { billionths, like }]) => [name, quantityText(like, billionths)]),
  )

export const isSameAmounts = (one: Amounts, other: Amounts): boolean =>
  one.size === other.size &&
  [...one].every(([name, { billionths }]) => other.get(name)?.billionths === billionths)
