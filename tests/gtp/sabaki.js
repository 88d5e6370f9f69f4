// Sabaki's own protocol library drives the engine as Sabaki does: attach, sync, undo bursts, genmove
// with analysis, and an analysis that it ends by asking for the protocol version.
// Usage: node sabaki.js LIBRARY ENGINE
'use strict'
const assert = require('assert')
const [library, engine] = process.argv.slice(2)
const {ControllerStateTracker} = require(library)

const patience = 60000 // milliseconds until the library kills an engine that doesn't quit

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

const open = (...args) => {
  const tracker = ControllerStateTracker.fromController(engine, ['gtp', ...args])
  tracker.controller.on('stderr', ({content}) => assert.fail(`on standard error: ${content}`))
  return tracker
}

// Sends a command that must not fail; the answer's text.
const ask = async (tracker, name, ...args) => {
  const {error, content} = await tracker.queueCommand({name, args})
  assert(!error, `${name} ${args.join(' ')}: ${content}`)
  return content
}

const moves = async tracker => +/move (\d+)/.exec(await ask(tracker, 'showboard'))[1]

async function attach(tracker) {
  const answers = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map(name => ask(tracker, name)))
  assert.strictEqual(answers[0], 'Guzumi')
  assert.strictEqual(answers[2], '2')
  for (const name of ['undo', 'lz-analyze', 'kata-analyze', 'kata-genmove_analyze'])
    assert(await tracker.knowsCommand(name), name)
}

// A sync sets what differs and goes back by undo when that is shorter.
async function sync(tracker) {
  const history = ['E5', 'C3', 'G7', 'G3', 'C7', 'E7'].map((v, i) => play('BW'[i % 2], v))
  const state = {komi: 6.5, boardsize: [9, 9], history}
  await tracker.sync(state)
  assert.strictEqual(await moves(tracker), 6)
  await tracker.sync({...state, history: [...history.slice(0, 4), play('B', 'D6')]})
  assert.strictEqual(await moves(tracker), 5)
  await tracker.sync({...state, history: [...history.slice(0, 1), play('W', 'F4')]})
  assert.strictEqual(await moves(tracker), 2)
  const stones = {name: 'set_free_handicap', args: ['C3', 'G7']}
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: [stones, play('W', 'pass')]})
  assert.strictEqual(await moves(tracker), 1)
  await tracker.sync({...state, history: []})
  assert.strictEqual(await moves(tracker), 0)
}

// Sends an analysing command; KEEP is called with each "info" line.
const analysis = (tracker, name, args, keep) =>
  tracker.queueCommand({name, args}, ({line}) => line.startsWith('info ') && keep(line))

// What Sabaki reads from a line: moves with figures and a line of play each.
function check(line, scale) {
  const variations = line.split(/\s*info\s+/).slice(1)
  assert(variations.length > 0, line)
  for (const text of variations) {
    const [, figures, pv] = /^(.*?)\s+pv\s+(.*)$/.exec(text)
    const pairs = figures.split(/\s+/)
    const value = key => pairs[pairs.indexOf(key) + 1]
    assert.match(value('move'), /^([A-HJ][1-9]|pass)$/)
    assert.match(value('visits'), /^\d+$/)
    assert(value('winrate') >= 0 && value('winrate') <= scale, text)
    assert.strictEqual(value('winrate').includes('.'), scale === 1, text)
    for (const vertex of pv.trim().split(/\s+/)) assert.match(vertex, /^([A-HJ][1-9]|pass)$/)
    assert(pv.startsWith(value('move')))
  }
}

async function analyze(tracker, name, scale) {
  const lines = []
  let enough
  const three = new Promise(resolve => (enough = resolve))
  const answer = analysis(tracker, name, ['W', '5'], line => lines.push(line) === 3 && enough())
  await three
  // Not queued by the tracker, which waits for the analysis: this is what ends it.
  const version = tracker.controller.sendCommand({name: 'protocol_version', args: []})
  assert(!(await answer).error)
  assert.strictEqual((await version).content, '2')
  lines.forEach(line => check(line, scale))
}

// The tracker learns the move from the line "play D4" before the answer ends.
async function genmove(tracker, name, scale) {
  const before = await moves(tracker)
  const lines = []
  const {error, content} = await analysis(tracker, name, ['B', '5'], line => lines.push(line))
  assert(!error, content)
  assert.match(content, /(^|\n)play ([A-HJ][1-9]|pass)\s*$/)
  assert(lines.length > 0)
  lines.forEach(line => check(line, scale))
  assert.strictEqual(await moves(tracker), before + 1)
  assert.strictEqual(tracker.state.history.length, before + 1)
}

// The engine ends by itself, with exit code 0.
async function stop({controller}) {
  const end = new Promise(resolve => controller.once('stopped', resolve))
  await controller.stop(patience)
  assert.strictEqual((await end).signal, 0) // which holds the exit code
}

async function main() {
  const counted = open('--simulations', '500')
  await attach(counted)
  await sync(counted)
  await genmove(counted, 'lz-genmove_analyze', 10000)
  await genmove(counted, 'kata-genmove_analyze', 1)
  assert.match(await ask(counted, 'genmove', 'W'), /^([A-HJ][1-9]|pass)$/)
  assert.strictEqual(counted.state.history.length, 3)
  await analyze(counted, 'lz-analyze', 10000)
  await analyze(counted, 'kata-analyze', 1)
  await stop(counted)

  // Stopped while it analyses: `quit` is just another line.
  const stopped = open()
  // The library may drop answers that it reads when the process is already gone.
  analysis(stopped, 'lz-analyze', ['B', '5'], () => {}).catch(() => null)
  await stop(stopped)
}

main().then(() => process.exit(0), error => {
  console.error(error)
  process.exit(1)
})
