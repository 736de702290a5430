export default function Page() {
  return <main>terms-of-service</main>
}
