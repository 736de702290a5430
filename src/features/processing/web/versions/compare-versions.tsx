// Any two versions beside each other: each side is chosen for itself.
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import { CompareView } from '../compare/compare-view.tsx'
import classes from './versions.module.css'
import type { Version } from './versions-of.ts'

interface CompareVersionsProps {
  readonly name: string
  readonly versions: readonly Version[]
  readonly onClose: () => void
}

export function CompareVersions({ name, versions, onClose }: CompareVersionsProps) {
  const [left, setLeft] = useState(versions[0]!.id)
  const [right, setRight] = useState(versions.at(-1)!.id)
  const choices = versions.map((version) => ({ value: version.id, label: version.name }))
  const versionOf = (id: string) => versions.find((version) => version.id === id) ?? versions[0]!
  return (
    <Modal opened onClose={onClose} fullScreen title={`${VERSION_TEXTS.compare} · ${name}`}>
      <div className={classes.sides}>
        <Side label={VERSION_TEXTS.left} choices={choices} value={left} onChange={setLeft} />
        <Side label={VERSION_TEXTS.right} choices={choices} value={right} onChange={setRight} />
      </div>
      <CompareView
        key={`${left} ${right}`}
        name={name}
        before={versionOf(left).compared}
        after={versionOf(right).compared}
        sides={{ before: versionOf(left).name, after: versionOf(right).name }}
      />
    </Modal>
  )
}

interface SideProps {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
}

const Side = ({ label, choices, value, onChange }: SideProps) => (
  <div className={classes.side}>
    <span aria-hidden>{label}</span>
    <ChoiceBar label={label} choices={choices} value={value} onChange={onChange} className={classes.choice} />
  </div>
)
