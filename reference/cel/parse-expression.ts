import { compiledLimits as limits } from '../api/compiled-limits.ts'
import { CelCompileError, dottedName, type Expression } from './expression.ts'
import { type Token, tokenize } from './tokenize.ts'

const depthMax = 200
const linksMax = 1000

/** Limits the length of a chain, because it is as deep as it is long. @throws CelCompileError */
function refuseLong(links: number, offset: number): void {
  if (links > linksMax) throw new CelCompileError('expression is nested too deep', offset)
}

/** Parses an expression. @throws CelCompileError */
export function parseExpression(source: string): Expression {
  if (source.length > limits.ruleCharactersMax) {
    const most = `expected at most ${limits.ruleCharactersMax} characters, got ${source.length}`
    throw new CelCompileError(`expression is too long: ${most}`, 0)
  }
  const tokens = tokenize(source)
  let next = 0
  let depth = 0

  const peek = (): Token => tokens[next] ?? { is: 'end', offset: source.length }
  const isMark = (...marks: readonly string[]) => {
    const token = peek()
    return token.is === 'mark' && marks.includes(token.text)
  }
  const takeMark = (mark: string): boolean => {
    if (!isMark(mark)) return false
    next += 1
    return true
  }
  const unexpected = () => {
    const token = peek()
    const shown = token.is === 'end' ? '<EOF>' : token.is === 'literal' ? 'literal' : token.text
    return new CelCompileError(`Syntax error: mismatched input '${shown}'`, token.offset)
  }
  const expect = (mark: string) => {
    if (!takeMark(mark)) throw unexpected()
  }

  function ternary(): Expression {
    depth += 1
    if (depth > depthMax) throw new CelCompileError('expression is nested too deep', peek().offset)
    const first = binary(0)
    let result = first
    if (takeMark('?')) {
      const yes = binary(0)
      expect(':')
      const no = ternary()
      result = { is: 'call', name: '_?_:_', with: [first, yes, no], offset: first.offset }
    }
    depth -= 1
    return result
  }

  function binary(level: number): Expression {
    const operators = levels[level]
    if (!operators) return unary()
    let left = binary(level + 1)
    for (let links = 0; ; links++) {
      const token = peek()
      const text = token.is === 'mark' || token.is === 'name' ? token.text : ''
      if (!operators.includes(text)) return left
      refuseLong(links, token.offset)
      next += 1
      const right = binary(level + 1)
      left = { is: 'call', name: `_${text}_`, with: [left, right], offset: token.offset }
    }
  }

  function unary(): Expression {
    const token = peek()
    if (!isMark('!', '-')) return postfix(primary())
    next += 1
    depth += 1
    if (depth > depthMax) throw new CelCompileError('expression is nested too deep', token.offset)
    const isNumber = peek().is === 'literal'
    const of = unary()
    depth -= 1
    const name = token.is === 'mark' && token.text === '!' ? '!_' : '-_'
    if (name === '-_' && isNumber && of.is === 'literal') {
      if (typeof of.value === 'bigint' || typeof of.value === 'number') {
        return { ...of, value: -of.value, offset: token.offset }
      }
    }
    return { is: 'call', name, with: [of], offset: token.offset }
  }

  function postfix(start: Expression): Expression {
    let of = start
    for (let links = 0; ; links++) {
      const { offset } = peek()
      refuseLong(links, offset)
      if (takeMark('.')) {
        const isOptional = takeMark('?')
        const token = peek()
        if (token.is !== 'name') throw unexpected()
        next += 1
        const opening = peek().offset
        if (!isOptional && takeMark('(')) {
          of = { is: 'call', name: token.text, of, with: listOf(')'), offset: opening }
        } else of = { is: 'select', of, name: token.text, isOptional, offset }
      } else if (takeMark('[')) {
        const isOptional = takeMark('?')
        const by = ternary()
        expect(']')
        of = { is: 'index', of, by, isOptional, offset }
      } else {
        const name = isMark('{') ? dottedName(of) : undefined
        if (name === undefined) return of
        next += 1
        of = { is: 'message', name, ...fieldsOf(), offset }
      }
    }
  }

  function primary(): Expression {
    const token = peek()
    if (token.is === 'end') throw unexpected()
    next += 1
    if (token.is === 'literal') return { is: 'literal', value: token.value, offset: token.offset }
    if (token.is === 'name') return named(token.text, token.offset)
    if (token.text === '(') {
      const inner = ternary()
      expect(')')
      return inner
    }
    if (token.text === '[') return { is: 'list', ...itemsOf(), offset: token.offset }
    if (token.text === '{') return { is: 'map', ...entriesOf(), offset: token.offset }
    next -= 1
    throw unexpected()
  }

  function named(name: string, offset: number): Expression {
    if (name === 'true' || name === 'false')
      return { is: 'literal', value: name === 'true', offset }
    if (name === 'null') return { is: 'literal', value: null, offset }
    const opening = peek().offset
    if (takeMark('(')) return { is: 'call', name, with: listOf(')'), offset: opening }
    return { is: 'name', name, offset }
  }

  function listOf(end: string): Expression[] {
    const items: Expression[] = []
    while (!isMark(end)) {
      items.push(ternary())
      if (!takeMark(',')) break
    }
    expect(end)
    return items
  }

  function itemsOf() {
    const items: Expression[] = []
    const optional = new Set<number>()
    while (!isMark(']')) {
      if (takeMark('?')) optional.add(items.length)
      items.push(ternary())
      if (!takeMark(',')) break
    }
    expect(']')
    return { items, optional }
  }

  function entriesOf() {
    const entries: [Expression, Expression][] = []
    const optional = new Set<number>()
    while (!isMark('}')) {
      if (takeMark('?')) optional.add(entries.length)
      const key = ternary()
      expect(':')
      entries.push([key, ternary()])
      if (!takeMark(',')) break
    }
    expect('}')
    return { entries, optional }
  }

  function fieldsOf() {
    const fields: [string, Expression][] = []
    const optional = new Set<number>()
    while (!isMark('}')) {
      if (takeMark('?')) optional.add(fields.length)
      const token = peek()
      if (token.is !== 'name') throw unexpected()
      next += 1
      expect(':')
      fields.push([token.text, ternary()])
      if (!takeMark(',')) break
    }
    expect('}')
    return { fields, optional }
  }

  const whole = ternary()
  if (peek().is !== 'end') throw unexpected()
  return whole
}

/** The binary operators, in the order of increasing precedence. */
const levels = [
  ['||'],
  ['&&'],
  ['<', '<=', '>=', '>', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
]
