// The tokens of /dev/design: colours with their measured contrast, type, spacing, radius, elevation, motion.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FOOTER_TEXTS } from '#rulebook/site/shell-texts.ts'
import { AA_TEXT, contrastOf } from './contrast.ts'
import classes from './design-page.module.css'
import { TEXT_PAIRS } from './text-pairs.ts'
import { FONT_SIZES, GRAY, JADE, LINE_HEIGHTS, MOTION, RADIUS, SHADOWS, SPACING } from './tokens.ts'

export function ColourTable() {
  return (
    <Stack>
      {Object.entries({ jade: JADE, gray: GRAY }).map(([name, shades]) => (
        <div key={name} className={classes.shades}>
          {shades.map((shade, index) => (
            <div key={shade}>
              <div className={classes.shade} style={{ background: shade }} />
              <Text size="xs" ta="center">
                {name} {index}
              </Text>
            </div>
          ))}
        </div>
      ))}
      <ul className={classes.pairs}>
        {TEXT_PAIRS.map(({ use, text, ground }) => (
          <li key={use} style={{ color: text, background: ground }}>
            {use}: {contrastOf(text, ground).toFixed(1)} : 1 (≥ {AA_TEXT})
          </li>
        ))}
      </ul>
    </Stack>
  )
}

export function TypeTable() {
  return (
    <Stack gap="sm">
      {([1, 2, 3, 4] as const).map((order) => (
        <Title key={order} order={order === 1 ? 2 : order} fz={`h${order}`}>
          {FOOTER_TEXTS.slogan} h{order}
        </Title>
      ))}
      {(Object.keys(FONT_SIZES) as (keyof typeof FONT_SIZES)[]).map((size) => (
        <Text key={size} size={size}>
          {FOOTER_TEXTS.slogan} {size} · {FONT_SIZES[size]} / {LINE_HEIGHTS[size]}
        </Text>
      ))}
    </Stack>
  )
}

export function MeasureTable() {
  return (
    <Stack>
      <Group align="end">
        {Object.entries(SPACING).map(([name, size]) => (
          <div key={name}>
            <div className={classes.space} style={{ width: size, height: size }} />
            <Text size="xs">
              {name} {size}
            </Text>
          </div>
        ))}
      </Group>
      <Group>
        {Object.entries(RADIUS).map(([name, size]) => (
          <div key={name} className={classes.sheet} style={{ borderRadius: size }}>
            {name} {size}
          </div>
        ))}
      </Group>
      <Group>
        {Object.entries(SHADOWS).map(([name, shadow]) => (
          <div key={name} className={classes.sheet} style={{ boxShadow: shadow, border: 0 }}>
            {name}
          </div>
        ))}
      </Group>
    </Stack>
  )
}

/** A press moves a box by each of them. */
export function MotionTable() {
  const [isMoved, setMoved] = useState(false)
  return (
    <Stack gap="sm" align="start">
      <Button variant="default" onClick={() => setMoved(!isMoved)}>
        Move
      </Button>
      {Object.entries(MOTION).map(([name, { durationMs, easing, use }]) => (
        <div key={name}>
          <div
            className={classes.mover}
            data-moved={isMoved || undefined}
            style={{ transition: `transform var(--motion-${name})` }}
          />
          <Text size="sm">
            {name} · {durationMs} ms {easing} · {use}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
