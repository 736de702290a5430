export default function Page() {
  return <main>forward</main>
}
