export default function Page() {
  return <main>catalogue</main>
}
