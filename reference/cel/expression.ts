// The syntax tree of expressions in the Common Expression Language.

/** Where an expression begins, in characters from the start of the text. */
type At = { readonly offset: number }

export type Expression = At &
  (
    | { readonly is: 'literal'; readonly value: Literal }
    | { readonly is: 'name'; readonly name: string }
    | {
        readonly is: 'select'
        readonly of: Expression
        readonly name: string
        readonly isOptional: boolean
      }
    | {
        readonly is: 'index'
        readonly of: Expression
        readonly by: Expression
        readonly isOptional: boolean
      }
    | {
        readonly is: 'call'
        readonly name: string
        readonly of?: Expression
        readonly with: readonly Expression[]
      }
    | {
        readonly is: 'list'
        readonly items: readonly Expression[]
        /** The indexes of optional elements, which are left out if they have no value. */
        readonly optional: ReadonlySet<number>
      }
    | {
        readonly is: 'map'
        readonly entries: readonly (readonly [Expression, Expression])[]
        readonly optional: ReadonlySet<number>
      }
    | {
        readonly is: 'message'
        /** The name of the type of the message, which may contain dots. */
        readonly name: string
        readonly fields: readonly (readonly [string, Expression])[]
        readonly optional: ReadonlySet<number>
      }
  )

/** Returns the text of a name or of members of it, such as `a.b`. */
export function dottedName(expression: Expression): string | undefined {
  if (expression.is === 'name') return expression.name
  if (expression.is !== 'select' || expression.isOptional) return undefined
  const before = dottedName(expression.of)
  return before === undefined ? undefined : `${before}.${expression.name}`
}

/** Integers are bigint, and unsigned ones are marked. */
export type Literal =
  | string
  | bigint
  | number
  | boolean
  | null
  | Buffer
  | { readonly unsigned: bigint }

/** A fault of an expression, and its position. */
export class CelCompileError extends Error {
  override name = 'CelCompileError'
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}
