import { compiledLimits as limits } from '../api/compiled-limits.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { type Token, tokenize } from './tokenize.ts'

const depthMax = 200
const linksMax = 1000

/** Limits the length of a chain, because it is as deep as it is long. @throws CelCompileError */
function refuseLong(links: number, at: number): void {
  if (links > linksMax) throw new CelCompileError('expression is nested too deep', at)
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

  const peek = (): Token => tokens[next] ?? { is: 'end', at: source.length }
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
    return new CelCompileError(`Syntax error: mismatched input '${shown}'`, token.at)
  }
  const expect = (mark: string) => {
    if (!takeMark(mark)) throw unexpected()
  }

  function ternary(): Expression {
    depth += 1
    if (depth > depthMax) throw new CelCompileError('expression is nested too deep', peek().at)
    const first = binary(0)
    let result = first
    if (takeMark('?')) {
      const yes = binary(0)
      expect(':')
      const no = ternary()
      result = { is: 'call', name: '_?_:_', with: [first, yes, no], at: first.at }
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
      refuseLong(links, token.at)
      next += 1
      const right = binary(level + 1)
      left = { is: 'call', name: `_${text}_`, with: [left, right], at: token.at }
    }
  }

  function unary(): Expression {
    const token = peek()
    if (!isMark('!', '-')) return postfix(primary())
    next += 1
    depth += 1
    if (depth > depthMax) throw new CelCompileError('expression is nested too deep', token.at)
    const isNumber = peek().is === 'literal'
    const of = unary()
    depth -= 1
    const name = token.is === 'mark' && token.text === '!' ? '!_' : '-_'
    if (name === '-_' && isNumber && of.is === 'literal') {
      if (typeof of.value === 'bigint' || typeof of.value === 'number') {
        return { ...of, value: -of.value, at: token.at }
      }
    }
    return { is: 'call', name, with: [of], at: token.at }
  }

  function postfix(start: Expression): Expression {
    let of = start
    for (let links = 0; ; links++) {
      const { at } = peek()
      refuseLong(links, at)
      if (takeMark('.')) {
        const isOptional = takeMark('?')
        const token = peek()
        if (token.is !== 'name') throw unexpected()
        next += 1
        if (!isOptional && takeMark('(')) {
          of = { is: 'call', name: token.text, of, with: listOf(')'), at: token.at }
        } else of = { is: 'select', of, name: token.text, isOptional, at }
      } else if (takeMark('[')) {
        const isOptional = takeMark('?')
        const by = ternary()
        expect(']')
        of = { is: 'index', of, by, isOptional, at }
      } else return of
    }
  }

  function primary(): Expression {
    const token = peek()
    if (token.is === 'end') throw unexpected()
    next += 1
    if (token.is === 'literal') return { is: 'literal', value: token.value, at: token.at }
    if (token.is === 'name') return named(token.text, token.at)
    if (token.text === '(') {
      const inner = ternary()
      expect(')')
      return inner
    }
    if (token.text === '[') return { is: 'list', ...itemsOf(), at: token.at }
    if (token.text === '{') return { is: 'map', ...entriesOf(), at: token.at }
    next -= 1
    throw unexpected()
  }

  function named(name: string, at: number): Expression {
    if (name === 'true' || name === 'false') return { is: 'literal', value: name === 'true', at }
    if (name === 'null') return { is: 'literal', value: null, at }
    if (takeMark('(')) return { is: 'call', name, with: listOf(')'), at }
    return { is: 'name', name, at }
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
