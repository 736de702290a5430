// Where most people begin: what is wrong with the photo, with a real picture before and after. All 23 models follow below.
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { PHOTO_PROBLEM_TEXTS, PHOTO_PROBLEMS } from '#rulebook/runs/photo-problems.ts'
import { SAMPLE_SIZE, SAMPLE_WIDTHS } from '#rulebook/site/landing-samples.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import classes from './photo-problems.module.css'

export const PhotoProblems = () => (
  <nav aria-label={PHOTO_PROBLEM_TEXTS.title} className={classes.problems}>
    <Text fw={600} size="lg">
      {PHOTO_PROBLEM_TEXTS.title}
    </Text>
    <ul className={classes.list}>
      {PHOTO_PROBLEMS.map(({ name, help, modelKey, sample, isDetail }) => (
        <li key={name}>
          <Link to={modelByKey(modelKey)!.route} className={classes.problem}>
            <span className={classes.pictures} data-writing={sample === 'text-refine' || undefined}>
              {(['before', 'after'] as const).map((side) => (
                <img
                  key={side}
                  src={`/samples/${sample}-${side}-${isDetail ? 'detail' : SAMPLE_WIDTHS[0]}.webp`}
                  alt=""
                  loading="lazy"
                  {...SAMPLE_SIZE}
                />
              ))}
            </span>
            <span className={classes.name}>{name}</span>
            <span className={classes.help}>{help}</span>
          </Link>
        </li>
      ))}
    </ul>
    <Text size="sm" c="dimmed">
      {PHOTO_PROBLEM_TEXTS.note}
    </Text>
  </nav>
)
