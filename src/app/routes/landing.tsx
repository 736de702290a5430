// `/`: the landing page, put together from site, catalogue and billing (document 1 §2; C-47).
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PackCards } from '#features/billing/web/pack-cards.tsx'
import { useBuy } from '#features/billing/web/use-buy.ts'
import { FeatureGrid } from '#features/catalogue/web/feature-grid.tsx'
import { HomeUploader } from '#features/processing/web/picture/home-uploader.tsx'
import { firstSamplePreload } from '#features/site/web/hero-picture.tsx'
import { LandingPage } from '#features/site/web/landing-page.tsx'
import { type CreditPack, PACK_TEXTS } from '#rulebook/credits/packs.ts'
import { HEROES } from '#rulebook/site/landing.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { pageMeta } from '../page-meta.ts'
import { useVisitor } from '../shell/visitor.ts'

export const meta = () => pageMeta()
export const links = () => [firstSamplePreload(HEROES[0].key)]

export default function LandingRoute() {
  const navigate = useNavigate()
  const { state } = useVisitor()
  const { buy, busyId, choice } = useBuy(PACK_TEXTS.landingInDevelopment)
  const [pressed, setPressed] = useState<CreditPack>()
  // A press before the visitor is known waits for that: a person with an account is not sent to the login.
  useEffect(() => {
    if (!pressed || state === 'loading') return
    setPressed(undefined)
    if (state === 'signed-in') buy(pressed)
    else navigate(buyAfterLogin(pressed.id))
  }, [pressed, state, buy, navigate])
  return (
    <LandingPage
      features={<FeatureGrid />}
      packs={
        <PackCards
          onBuy={setPressed}
          busyId={pressed?.id ?? busyId}
          choice={choice}
          {...(state === 'signed-in' && { closedMessage: PACK_TEXTS.landingInDevelopment })}
        />
      }
      uploader={<HomeUploader />}
    />
  )
}

/** To login, and from there to the chosen pack. */
const buyAfterLogin = (packId: string): string =>
  `${PATHS.loginShort}?redirect=${encodeURIComponent(`${PATHS.profileBilling}?pack=${packId}`)}`
