/** Replaces values that differ from run to run, and padding, in the output of a client. */
export const normalizeOutput = (text: string): string =>
  replacements.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text).trim()

const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TOKEN'],
  [/\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z/g, 'TIME'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]+ [+-]\d{4}/g, 'TIME'],
  // Log lines of kubectl about abandoned watches, with a time and a source position.
  [/^[EW]\d{4} .*$\n?/gm, ''],
  [/\/tmp\/kubectl-edit-\d+/g, 'COPY'],
  [/(resourceVersion"?: ?|Resource Version: +)"?\d+"?/g, '$1VERSION'],
  [/\b(10|127)(\.\d+){3}(:\d+)?\b/g, 'ADDRESS'],
  [/<unknown>|<invalid>|(?<![\w.:/-])(\d+[dhms]){1,2}(?![\w.:/-])/g, 'AGE'],
  [/(?<=\S) {2,}/g, '  '],
  [/ +$/gm, ''],
]
