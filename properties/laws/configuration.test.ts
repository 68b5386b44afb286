import { expect, it } from 'vitest'
import type { Judged } from '../../fixtures/objects/question.ts'
import { historyOf, exchangeOf } from '../test-history.ts'
import { filled, put, questions, refused, without } from '../scenarios/configuration.ts'
import { lineMeans, lineQuestions, lineRefused, lineTaken, onlyIn } from '../scenarios/options.ts'
import { asExpected, isDepartedFrom } from './configuration.ts'

const yes: Judged = { accepted: true, findings: [] }
const no = (...paths: string[]): Judged => ({
  accepted: false,
  findings: paths.map(path => ({ path, message: `${path}: Required value` })),
})

function saidOf(step: string, judged: Judged, dialect = 'cluster'): string[] {
  const history = historyOf(exchangeOf(step, judged.accepted ? 200 : 422, judged))
  const words = { ...history.words, dialect }
  return [...asExpected('It is so.')({ ...history, words })].map(one =>
    one.kind === 'broken' ? `expected ${one.expected}, got ${one.got}` : one.kind,
  )
}

it('wants a refusal at a place, and is content with one that names none', () => {
  expect(saidOf('refused 1: a.b | a', no('c', 'a'))).toEqual(['held'])
  expect(saidOf('refused 1: a.b', no())).toEqual(['held'])
  expect(saidOf('refused 1: a.b', yes)).toEqual(['expected refused at a.b, got accepted'])
  expect(saidOf('refused 1: a[0].b', no('a[0]'))).toEqual(['held'])
  expect(saidOf('refused 1: a.bc', no('a.b'))).not.toEqual(['held'])
  expect(saidOf('refused 1: a.b', no('a.c'))).toEqual([
    'expected refused at a.b, got refused: a.c: Required value',
  ])
})

it('holds the letter against the dialect of the specification alone', () => {
  expect(saidOf('letter 1: a', yes)).toEqual(['expected refused at a, got accepted'])
  expect(saidOf('letter 1: a', yes, 'kubernetes')).toEqual([])
})

it('knows places in the words of the dialect', () => {
  const step = 'refused 1: webhook.connectionInfo.clusterConfigFile'
  const genuine = no('webhook.connectionInfo.kubeConfigFile')

  expect(saidOf(step, genuine, 'kubernetes')).toEqual(['held'])
  expect(saidOf(step, genuine)).not.toEqual(['held'])
})

it('learns nothing where a good document is refused', () => {
  expect(saidOf('twin', no('a'))).toEqual(['unmet'])
  expect(saidOf('twin', yes)).toEqual([])
  expect(saidOf('taken 1', no('a'))).toEqual(['expected accepted, got refused: a: Required value'])
})

it('compares defaults by what they mean', () => {
  const told = (a: unknown): Judged => ({ ...yes, defaulted: [{ a }] })

  expect(saidOf('filled 1: a = "60s"', told('1m0s'))).toEqual(['held'])
  expect(saidOf('filled 1: a = "60s"', told('61s'))).toEqual(['expected 60s, got 61s'])
  expect(saidOf('filled 1: a = 5', told(undefined))).toEqual(['expected 5, got nothing'])
  expect(saidOf('filled 1: a = 5', yes)[0]).toBe('unmet')
  expect(saidOf('filled 1: --a = 5', { ...yes, values: { '--a': 5 } })).toEqual(['held'])
})

it('judges what stands for one dialect in that dialect alone', () => {
  expect(saidOf('kubernetes refused 1: --a', yes)).toEqual([])
  expect(saidOf('kubernetes refused 1: --a', no('--a'), 'kubernetes')).toEqual(['held'])
  expect(saidOf('cluster taken 1', no('--a'), 'kubernetes')).toEqual([])
})

it('takes nothing of any type for unset', () => {
  const told = (a: unknown): Judged => ({ ...yes, values: { '--a': a } })

  for (const nothing of [undefined, '', 0, '0s', false, [], {}])
    expect(saidOf('filled 1: --a = null', told(nothing))).toEqual(['held'])
  expect(saidOf('filled 1: --a = null', told('x'))).toEqual(['expected unset, got x'])
})

it('asks a bare command line before one that is to be refused', () => {
  const asked = lineQuestions([
    lineRefused(['--a=1', '--b']),
    onlyIn('cluster', lineTaken('--a')),
    lineMeans(['--a=0'], '--a', 5),
  ])

  expect(asked.map(({ as, accepts }) => [as, accepts.flags])).toEqual([
    ['cluster taken 2', ['--a']],
    ['twin', []],
    ['refused 1: --a', ['--a=1', '--b']],
    ['filled 3: --a = 5', ['--a=0']],
  ])
})

it('only notes what is left open', () => {
  expect(saidOf('noted 1: without a', no('a'))).toEqual(['noted'])
})

it('asks a good document before any change of it that is to be refused', () => {
  const good = { a: [{ b: 1 }] }
  const asked = questions({
    good,
    cases: [refused(without('a[0].b')), filled(put({ 'a[0].c': 2 }), 'a[0].b', 1)],
  })

  expect(asked.map(({ as }) => as)).toEqual(['twin', 'refused 1: a[0].b', 'filled 2: a[0].b = 1'])
  expect(asked[1]?.accepts.files).toEqual([
    { name: 'config.yaml', document: { $edit: good, drop: ['/a/0/b'] } },
  ])
})

it('knows the cases from which a genuine service departs', () => {
  const inBoth = (step: string) => ['cluster', 'kubernetes'].map(one => isDepartedFrom(step, one))

  expect(inBoth('letter 1: a')).toEqual([false, true])
  expect(inBoth('cluster filled 1: a = 5')).toEqual([false, true])
  expect(inBoth('cluster noted 1: what')).toEqual([false, false])
  expect(inBoth('kubernetes refused 1: a')).toEqual([false, false])
  expect(inBoth('refused 1: a')).toEqual([false, false])
})
